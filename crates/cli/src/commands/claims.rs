//! `tiaoka claims`: figures of articles, each with its check.

use tiaoka_app::App;
use tiaoka_app::problem::Problem;

use super::{Answer, Face};
use crate::args::Format;

/// A paragraph a claim, or the same as JSON or rows.
pub(crate) fn run(face: &Face) -> Result<Answer, Problem> {
    let view = App::claims(face.language);
    match face.format {
        Format::Json => Answer::json(&view),
        Format::Csv => {
            let head = [
                "id",
                "article",
                "claim",
                "check",
                "sums",
                "verdict",
                "consequence",
            ];
            let row = |claim: tiaoka_app::views::accuracy::ClaimView| {
                vec![
                    claim.id,
                    claim.article,
                    claim.claim,
                    claim.check,
                    claim.sums.join("; "),
                    claim.verdict,
                    claim.consequence,
                ]
            };
            Answer::csv(&head, view.claims.into_iter().map(row).collect())
        }
        Format::Table => {
            let mut text = format!(
                "{}\n{}\n",
                face.words.plain("claims.title"),
                face.words.plain("claims.why")
            );
            for claim in view.claims {
                text += &format!("\n{}: {}\n", claim.verdict_text, claim.claim);
                let lines = [
                    ("claims.check", claim.check),
                    ("claims.consequence", claim.consequence_text),
                    ("claims.article", claim.article),
                ];
                for (label, value) in lines {
                    text += &format!("  {}: {value}\n", face.words.plain(label));
                }
                for sum in claim.sums {
                    text += &format!("    {sum}\n");
                }
            }
            Ok(Answer::text(text))
        }
    }
}
