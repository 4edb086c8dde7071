//! Who sells: the names of sellers as they write themselves, and where to find them.
//!
//! What is known of their billing is in [`traits`](crate::traits).

use std::sync::OnceLock;

use serde::Deserialize;

use crate::plan::ProviderId;

/// A company that rents GPUs, or a name under which reference prices stand.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Seller {
    /// Key, as in the price tables.
    pub id: ProviderId,
    /// Name in Chinese.
    pub name_zh: String,
    /// Name in English.
    pub name_en: String,
    /// Public page of the console or the product; `None` where it is not known for certain.
    pub console_url: Option<String>,
    /// It is at home in mainland China, so that its places are there unless they say otherwise.
    #[serde(rename = "home", deserialize_with = "is_cn")]
    pub chinese: bool,
    /// A price of it ships with the program. The others are named so that whoever looks for them
    /// learns what to do: import a price sheet.
    #[serde(deserialize_with = "is_yes")]
    pub priced: bool,
}

fn is_cn<'de, D: serde::Deserializer<'de>>(cell: D) -> Result<bool, D::Error> {
    Ok(String::deserialize(cell)? == "cn")
}

fn is_yes<'de, D: serde::Deserializer<'de>>(cell: D) -> Result<bool, D::Error> {
    Ok(String::deserialize(cell)? == "yes")
}

/// Every seller that occurs in the shipped tables, and the well-known ones without a shipped price,
/// by id.
pub fn all() -> &'static [Seller] {
    static SELLERS: OnceLock<Vec<Seller>> = OnceLock::new();
    SELLERS.get_or_init(|| {
        let table = include_bytes!("../../data/sellers.csv");
        // A row that cannot be read is left out here and fails the test below.
        csv::Reader::from_reader(table.as_slice())
            .deserialize()
            .filter_map(Result::ok)
            .collect()
    })
}

/// The seller of this id.
pub fn get(id: &str) -> Option<&'static Seller> {
    let sellers = all();
    let index = sellers
        .binary_search_by(|seller| seller.id.as_str().cmp(id))
        .ok()?;
    sellers.get(index)
}

/// The seller that somebody means who writes an id or a name, in either language and any case.
pub fn find(text: &str) -> Option<&'static Seller> {
    let text = text.trim().to_lowercase();
    let text = if text == "alicloud" {
        "aliyun"
    } else {
        text.as_str()
    };
    let same = |name: &str| name.to_lowercase() == text;
    all()
        .iter()
        .find(|seller| same(&seller.id) || same(&seller.name_zh) || same(&seller.name_en))
}

/// Whether a place of a seller is in mainland China, as far as its name says: a Chinese seller's
/// places are, unless the name is of a place abroad; `aws-cn` is there as a whole.
/// Source: `data/README.md`; Hong Kong is not mainland China.
pub fn is_mainland(provider: &str, region: Option<&str>) -> bool {
    const ABROAD: [&str; 25] = [
        "hongkong",
        "hong-kong",
        "hk",
        "macau",
        "taipei",
        "taiwan",
        "singapore",
        "tokyo",
        "osaka",
        "seoul",
        "mumbai",
        "jakarta",
        "bangkok",
        "manila",
        "frankfurt",
        "london",
        "dubai",
        "virginia",
        "siliconvalley",
        "sao",
        "香港",
        "澳门",
        "台湾",
        "新加坡",
        "海外",
    ];
    if provider == "aws-cn" {
        return true;
    }
    if !get(provider).is_some_and(|seller| seller.chinese) {
        return false;
    }
    let Some(region) = region.map(str::to_lowercase) else {
        return true;
    };
    // Regions abroad of Chinese clouds: ap-southeast-1, us-west-1, eu-central-1, me-east-1, na-ashburn.
    let numbered = region
        .rsplit('-')
        .next()
        .is_some_and(|end| end.parse::<u32>().is_ok());
    let continent = ["ap", "us", "eu", "me", "na", "sa", "af", "la"];
    let begins = region.split(['-', '_']).next().unwrap_or_default();
    let foreign = begins != "ap" || numbered;
    !(continent.contains(&begins) && foreign || ABROAD.iter().any(|place| region.contains(place)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_read_in_order_with_names_and_safe_addresses() {
        let lines = include_str!("../../data/sellers.csv").lines().count();
        assert_eq!(all().len(), lines - 1);
        assert!(all().is_sorted_by(|a, b| a.id < b.id));
        for seller in all() {
            assert!(
                !seller.name_zh.is_empty() && !seller.name_en.is_empty(),
                "{}",
                seller.id
            );
            let url = seller.console_url.as_deref().unwrap_or("https://");
            assert!(url.starts_with("https://") && !url.contains('?'), "{url}");
        }
    }

    #[test]
    fn sellers_are_found_by_id_and_by_name_in_both_languages() {
        for text in ["aliyun", "alicloud", "阿里云", "alibaba cloud", " AliYun "] {
            assert_eq!(find(text).unwrap().id, "aliyun", "{text}");
        }
        assert_eq!(get("compshare").unwrap().name_zh, "优云智算");
        assert_eq!(find("nobody"), None);
    }

    #[test]
    fn well_known_clouds_without_a_shipped_price_are_named() {
        let unpriced: Vec<_> = all().iter().filter(|seller| !seller.priced).collect();
        let ids: Vec<_> = unpriced.iter().map(|seller| seller.id.as_str()).collect();
        assert_eq!(ids, ["baidu", "dbcloud", "ebcloud"]);
    }

    #[test]
    fn hong_kong_and_regions_abroad_are_not_mainland_china() {
        for (provider, region) in [
            ("aliyun", Some("cn-beijing")),
            ("aliyun", None),
            ("tencent", Some("ap-guangzhou")),
            ("autodl", Some("西北B区")),
            ("aws-cn", Some("cn-north-1")),
        ] {
            assert!(is_mainland(provider, region), "{provider} {region:?}");
        }
        for (provider, region) in [
            ("aliyun", Some("cn-hongkong")),
            ("aliyun", Some("ap-southeast-1")),
            ("aliyun", Some("us-west-1")),
            ("tencent", Some("ap-singapore")),
            ("tencent", Some("ap-hongkong")),
            ("tencent", Some("na-ashburn")),
            ("autodl", Some("香港")),
            ("aws", Some("us-east-1")),
            ("aws", None),
            ("somebody", Some("cn-east")),
        ] {
            assert!(!is_mainland(provider, region), "{provider} {region:?}");
        }
    }
}
