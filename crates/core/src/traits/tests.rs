use super::*;
use crate::money::Currency;

const HEAD: &str = "provider,trait,value,unit,source,observed_on,note\n";
const STORAGE_HEAD: &str = "provider,item,price,currency,unit,source,observed_on,note\n";

/// The shipped statements.
fn shipped() -> Traits {
    Traits::read(
        include_str!("../../../app/data/provider-traits-cn.csv"),
        include_str!("../../../app/data/storage-prices-cn.csv"),
    )
    .unwrap()
}

fn said(rows: &str) -> Traits {
    Traits::read(&format!("{HEAD}{rows}"), STORAGE_HEAD).unwrap()
}

fn yuan(amount: &str) -> Money {
    Money {
        amount: amount.parse().unwrap(),
        currency: Currency::CNY,
    }
}

#[test]
fn no_row_of_either_file_is_lost() {
    let traits = shipped();
    // 150 statements, 8 storage prices of which 4 stand in both files
    let lines = include_str!("../../../app/data/provider-traits-cn.csv")
        .lines()
        .count()
        - 1;
    assert_eq!(traits.all().len(), lines + 4);
}

#[test]
fn the_newer_of_two_billing_steps_counts_and_is_marked_as_contradicted() {
    let traits = shipped();
    let autodl = traits.of("autodl").unwrap();
    // second on 2026-09-08, minute on 2026-08-13
    let step = autodl.billing_step_s.as_ref().unwrap();
    assert_eq!((step.value, step.contradicted), (1, true));
    assert_eq!(step.observed_on, "2026-09-08");
    // minute on 2025-10-23, hour in 2026
    let gpushare = traits.of("gpushare").unwrap();
    assert_eq!(gpushare.billing_step_s.as_ref().unwrap().value, 3_600);
    let both: Vec<_> = traits
        .statements("gpushare")
        .filter(|s| s.code == "billing_granularity")
        .collect();
    assert!(both.len() == 2 && both.iter().all(|s| s.contradicted));
}

#[test]
fn of_equal_dates_the_worse_counts() {
    let traits = said(
        "x,billing_granularity,second,,one,2026,\nx,billing_granularity,hour,,two,2026-01-01,\n\
         x,stop_without_charge,yes,,one,2026,\nx,stop_without_charge,no,,two,2026,\n\
         x,free_storage_gb,50,GB,one,2026,\nx,free_storage_gb,20,GB,two,2026,\n",
    );
    let x = traits.of("x").unwrap();
    assert_eq!(x.billing_step_s.as_ref().unwrap().value, 3_600);
    assert!(!x.stop_without_charge.as_ref().unwrap().value);
    assert_eq!(x.free_storage_gb.as_ref().unwrap().value, 20.0);
}

#[test]
fn an_undated_statement_is_older_than_any_dated_one() {
    let traits = said("x,start_up_time,30,s,one,undated,\nx,start_up_time,90,s,two,2020,\n");
    assert_eq!(
        traits.of("x").unwrap().start_up_s.as_ref().unwrap().value,
        90.0
    );
}

#[test]
fn of_a_range_the_end_worse_for_the_user_counts() {
    let traits = said(
        "x,storage_price_stopped,0.1-0.2,CNY/GB/month,one,2026,\nx,availability_measured,99.5-99.9,percent,one,2026,\n",
    );
    let x = traits.of("x").unwrap();
    assert_eq!(x.storage_stopped.as_ref().unwrap().value, yuan("0.2"));
    assert_eq!(x.availability.as_ref().unwrap().value, 0.995);
}

#[test]
fn a_text_is_shown_and_never_calculated_with() {
    let traits = shipped();
    // "about 30 s faster than Alibaba"
    assert_eq!(traits.of("tencent").unwrap().start_up_s, None);
    // "only in some zones"
    assert_eq!(traits.of("ucloud").unwrap().stop_without_charge, None);
    assert!(
        traits
            .statements("tencent")
            .any(|s| s.code == "start_up_time")
    );
}

#[test]
fn storage_prices_become_yuan_per_gb_and_month() {
    let traits = shipped();
    let stopped = |id: &str| {
        traits
            .of(id)
            .unwrap()
            .storage_stopped
            .as_ref()
            .unwrap()
            .value
    };
    assert_eq!(stopped("autodl"), yuan("0.12"));
    assert_eq!(stopped("aliyun"), yuan("0.25"));
    // 0.0005 CNY per GB and hour × 720
    assert_eq!(stopped("compshare"), yuan("0.36"));
    let running = |id: &str| {
        traits
            .of(id)
            .unwrap()
            .storage_running
            .as_ref()
            .unwrap()
            .value
    };
    // 0.01 CNY per GB and day × 30; 0.0007 per GB and hour × 720
    assert_eq!(running("autodl"), yuan("0.3"));
    assert_eq!(running("gpushare"), yuan("0.504"));
    assert_eq!(traits.dearest_storage(), Some(yuan("1.8")));
}

#[test]
fn what_is_said_of_nobody_is_shown_and_never_applied() {
    let traits = shipped();
    assert_eq!(traits.of("unspecified-big"), None);
    assert!(traits.statements("unspecified-big").count() > 0);
}

#[test]
fn words_that_begin_with_no_or_none_are_answers() {
    let traits = shipped();
    let autodl = traits.of("autodl").unwrap();
    assert!(autodl.stop_without_charge.as_ref().unwrap().value);
    assert!(!autodl.redundant_disk.as_ref().unwrap().value);
    assert!(!autodl.spot.as_ref().unwrap().value);
    assert_eq!(autodl.egress.as_ref().unwrap().value, yuan("0"));
    assert_eq!(autodl.start_up_s.as_ref().unwrap().value, 47.0);
    assert_eq!(autodl.deleted_after_days.as_ref().unwrap().value, 15.0);
    // compshare promises none, so its availability is unknown
    assert_eq!(traits.of("compshare").unwrap().availability, None);
}

#[test]
fn rules_of_billing_are_read_with_the_worse_of_equal_statements() {
    let traits = said(
        "x,billing_minimum,1,min,one,2026,\nx,billing_minimum,5,min,two,2026,\n\
         x,start_billed,no,,one,2026,\nx,start_billed,yes,,two,2026,\n",
    );
    let x = traits.of("x").unwrap();
    assert_eq!(x.billing_minimum_s.as_ref().unwrap().value, 300);
    assert!(x.start_billed.as_ref().unwrap().value);
    // 30-50 percent off a term: the least of it.
    let shipped = shipped();
    let aliyun = shipped.of("aliyun").unwrap();
    assert_eq!(aliyun.reserved_off.as_ref().unwrap().value, 0.30);
    // The system disk is what is kept while the machine is stopped.
    let compshare = shipped.of("compshare").unwrap();
    assert_eq!(compshare.free_storage_gb.as_ref().unwrap().value, 100.0);
}

#[test]
fn a_broken_row_is_named_by_its_line() {
    let text = format!("{HEAD}x,start_up_time,1,s,one,2026,\nhalf a row\n");
    let problem = Traits::read(&text, STORAGE_HEAD).unwrap_err();
    assert_eq!((problem.file, problem.line), ("traits", 3));
}
