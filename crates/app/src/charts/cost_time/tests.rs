//! The chart of the pictures: its marks, words, themes and limits.

use tiaoka_core::predict::Interval;

use super::*;
use crate::wording::Language;

/// The plans of the pictures: LoRA of Qwen3-8B.
fn example() -> CostTime {
    let rows = [
        (
            "AutoDL",
            "RTX PRO 6000",
            5.26,
            4.07,
            6.79,
            31.45,
            24.36,
            40.61,
            "B",
            true,
        ),
        (
            "AutoDL", "H800", 4.18, 3.24, 5.40, 37.15, 28.78, 47.96, "B", true,
        ),
        (
            "AutoDL", "A800", 7.48, 6.02, 9.29, 37.23, 29.96, 46.28, "A", false,
        ),
        (
            "AutoDL", "RTX 4090", 11.4, 9.15, 14.1, 21.37, 17.20, 26.57, "A", false,
        ),
        (
            "Compshare",
            "RTX 4090",
            11.4,
            9.15,
            14.1,
            18.87,
            15.18,
            23.46,
            "A",
            true,
        ),
        (
            "AutoDL", "RTX 5090", 10.4, 8.05, 13.4, 28.92, 22.39, 37.36, "B", true,
        ),
        (
            "Shengsuan",
            "RTX 6000 Ada",
            6.64,
            5.14,
            8.58,
            35.07,
            27.16,
            45.29,
            "B",
            false,
        ),
        (
            "Huawei",
            "Ascend 910B",
            28.0,
            20.0,
            36.0,
            33.0,
            26.0,
            42.0,
            "C",
            false,
        ),
    ];
    let plans = rows.iter().enumerate().map(|(i, row)| Plotted {
        key: i.to_string(),
        name: row.1.to_owned(),
        full_name: format!("{} {}", row.0, row.1),
        rank: i as u32 + 1,
        time_s: Interval {
            low: row.3,
            mid: row.2,
            high: row.4,
        }
        .times(3_600.0),
        cost: Interval {
            low: row.6,
            mid: row.5,
            high: row.7,
        },
        evidence: Some(row.8.to_owned()),
        frontier: row.9,
    });
    CostTime {
        plans: plans.collect(),
        fit: 14,
        currency: String::from("CNY"),
        scenario: String::from("training"),
        budget: Some(150.0),
        deadline_s: Some(24.0 * 3_600.0),
    }
}

fn drawn(data: &CostTime, theme: &str, focused: Option<&str>) -> ChartView {
    let size = ChartSize {
        width: 402,
        height: 300,
        theme: theme.to_owned(),
    };
    draw(data, &size, focused, &Wording::of(Language::En)).unwrap()
}

#[test]
fn every_plan_has_a_mark_a_row_and_a_sentence_in_data_order() {
    let chart = drawn(&example(), "light", None);
    let keys: Vec<&str> = chart.marks.iter().map(|mark| mark.key.as_str()).collect();
    assert_eq!(keys, ["0", "1", "2", "3", "4", "5", "6", "7"]);
    assert_eq!(
        chart.marks[1].label.replace('\u{a0}', "~"),
        "AutoDL H800: ¥37.15 (28.78–47.96), 4.18~h (3.24–5.4), evidence B"
    );
    assert_eq!(chart.rows.len(), 8);
    assert!(
        chart
            .rows
            .iter()
            .all(|row| row.len() == chart.columns.len())
    );
    assert_eq!(
        chart.rows[4][..5],
        ["5", "Compshare RTX 4090", "11.4", "9.15–14.1", "18.87"]
    );
    assert_eq!(
        chart.summary.replace('\u{a0}', "~"),
        "8 of 14 plans that fit: from ¥18.87 (Compshare RTX 4090) to ¥37.23, and from 4.18 (AutoDL H800) \
         to 28~h. 4 of them are on the frontier of cost, time and risk."
    );
}

#[test]
fn a_faster_plan_stands_further_left_and_a_cheaper_one_lower() {
    let chart = drawn(&example(), "light", None);
    let (h800, a4090) = (&chart.marks[1], &chart.marks[4]);
    assert!(h800.x < a4090.x && h800.y < a4090.y);
    // 402 × 300 with room for figures: every mark lies inside the plot.
    assert!(
        chart
            .marks
            .iter()
            .all(|mark| (30.0..=388.0).contains(&mark.x) && (8.0..=260.0).contains(&mark.y))
    );
}

#[test]
fn each_theme_has_its_own_colours_and_the_focus_its_ring() {
    let light = drawn(&example(), "light", None).svg;
    let dark = drawn(&example(), "dark", None).svg;
    assert!(
        light.contains("#3A45C6") && !light.contains("#A5AEFF"),
        "accent of the light theme"
    );
    assert!(
        dark.contains("#A5AEFF") && !dark.contains("#3A45C6"),
        "accent of the dark theme"
    );
    let rings = |svg: &str| svg.matches("stroke-width=\"2\"").count();
    assert_eq!(rings(&light), 0);
    // Two thick whiskers and the ring itself.
    assert_eq!(rings(&drawn(&example(), "light", Some("3")).svg), 3);
}

#[test]
fn names_are_written_for_the_frontier_and_the_focus_only() {
    let svg = drawn(&example(), "light", Some("7")).svg;
    for name in [
        "H800",
        "RTX PRO 6000",
        "RTX 5090",
        "RTX 4090",
        "Ascend 910B",
    ] {
        assert!(svg.contains(&format!("\n{name}\n")), "{name}");
    }
    assert!(!svg.contains("A800") && !svg.contains("RTX 6000 Ada"));
}

#[test]
fn names_of_plans_are_escaped() {
    let mut data = example();
    data.plans[0].name = String::from("<script>alert(1)</script> & \"x\"");
    let svg = drawn(&data, "light", Some("0")).svg;
    assert!(!svg.contains("<script>") && svg.contains("&lt;script&gt;"));
}

#[test]
fn a_limit_far_away_is_named_at_the_edge() {
    let mut data = example();
    data.budget = Some(50_000.0);
    let svg = drawn(&data, "light", None).svg;
    assert!(svg.contains("budget ¥50,000 ↑"), "{svg}");
}

#[test]
fn above_sixty_plans_the_others_have_no_whiskers() {
    let mut data = example();
    let other = data.plans[2].clone();
    data.plans = (0..61)
        .map(|i| Plotted {
            key: i.to_string(),
            ..other.clone()
        })
        .collect();
    data.budget = None;
    data.deadline_s = None;
    let lines = |svg: &str| svg.matches("#837D72").count();
    assert_eq!(lines(&drawn(&data, "light", None).svg), 61); // squares alone
    data.plans.truncate(60);
    assert_eq!(lines(&drawn(&data, "light", None).svg), 180); // a square and two whiskers each
}

#[test]
fn nothing_to_show_is_said_and_drawn_as_empty_axes() {
    let data = CostTime {
        plans: Vec::new(),
        ..example()
    };
    let chart = drawn(&data, "dark", Some("3"));
    assert!(chart.marks.is_empty() && chart.rows.is_empty());
    assert_eq!(chart.summary, "No plan fits, so there is nothing to draw.");
    let tiny = ChartSize {
        width: 0,
        height: u32::MAX,
        theme: String::new(),
    };
    assert!(draw(&example(), &tiny, None, &Wording::of(Language::ZhCn)).is_ok());
}

#[test]
fn a_long_name_is_written_by_its_beginning() {
    let mut data = example();
    data.plans[1].name = "A plan with a name of sixty characters, which is long enough".to_owned();
    let svg = drawn(&data, "light", Some("1")).svg;
    assert!(svg.contains("A plan with a name of sixty…"));
}
