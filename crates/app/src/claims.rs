//! Use case: figures of articles, checked, in words.

use tiaoka_core::claims::{Claim, claims};

use crate::app::App;
use crate::views::accuracy::{ClaimView, ClaimsView};
use crate::wording::{Language, Wording};

/// Version of the JSON of the claims.
const SCHEMA: u32 = 1;

impl App {
    /// Every shipped claim with its check and what follows from it. Needs no data.
    pub fn claims(language: Language) -> ClaimsView {
        let wording = Wording::of(language);
        ClaimsView {
            schema: SCHEMA,
            claims: claims().iter().map(|claim| view(claim, &wording)).collect(),
        }
    }
}

fn view(claim: &Claim, wording: &Wording) -> ClaimView {
    let said = |part: &str, id: &str| wording.plain(&format!("claim.{part}.{id}"));
    let about = |part: &str| wording.plain(&format!("claim.{}.{part}", claim.id));
    ClaimView {
        id: claim.id.clone(),
        article: said("article", claim.article.as_deref().unwrap_or("unstated")),
        claim: about("claim"),
        check: about("check"),
        sums: claim.checks.clone(),
        verdict: claim.verdict.clone(),
        verdict_text: said("verdict", &claim.verdict),
        consequence: claim.consequence.clone(),
        consequence_text: said("consequence", &claim.consequence),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_claim_says_in_both_languages_what_was_stated_what_the_check_found_and_what_follows() {
        for language in [Language::En, Language::ZhCn] {
            for claim in App::claims(language).claims {
                let texts = [
                    &claim.article,
                    &claim.claim,
                    &claim.check,
                    &claim.verdict_text,
                    &claim.consequence_text,
                ];
                // A key that is not worded is shown as itself.
                let bare = texts.iter().find(|text| text.starts_with("claim."));
                assert_eq!(bare, None, "{} in {language:?}", claim.id);
            }
        }
    }
}
