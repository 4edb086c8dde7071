//! Tables for a terminal: columns stand under their heads, numbers to the right, Chinese counted
//! as two columns wide.

use comfy_table::{CellAlignment, Table, TableStyle};

/// A table that grows row by row.
pub(crate) struct Sheet {
    table: Table,
}

/// A column's head, and whether it holds numbers.
pub(crate) enum Head {
    /// Words, to the left.
    Words(String),
    /// Numbers, to the right.
    Numbers(String),
}

impl Sheet {
    /// An empty table.
    pub(crate) fn new(heads: Vec<Head>) -> Sheet {
        let mut table = Table::new();
        table.load_style(TableStyle::new());
        let texts: Vec<&str> = heads
            .iter()
            .map(|head| match head {
                Head::Words(text) | Head::Numbers(text) => text.as_str(),
            })
            .collect();
        table.set_header(texts);
        for (column, head) in table.column_iter_mut().zip(&heads) {
            column.set_padding((0, 2));
            if matches!(head, Head::Numbers(_)) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        Sheet { table }
    }

    /// One more row, a text for each head.
    pub(crate) fn row(&mut self, cells: Vec<String>) {
        self.table.add_row(cells);
    }

    /// The table, each line without spaces at its end.
    pub(crate) fn text(&self) -> String {
        let lines = self.table.lines();
        lines
            .map(|line| line.trim_end().to_owned() + "\n")
            .collect()
    }
}

/// At most so many characters; the cut is shown.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(most.saturating_sub(1)).collect();
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_to_the_right_and_chinese_is_two_wide() {
        let heads = vec![Head::Words("seller".into()), Head::Numbers("CNY/h".into())];
        let mut sheet = Sheet::new(heads);
        sheet.row(vec!["优云智算".into(), "1.88".into()]);
        sheet.row(vec!["AutoDL".into(), "12.00".into()]);
        assert_eq!(
            sheet.text(),
            "seller    CNY/h\n优云智算   1.88\nAutoDL    12.00\n"
        );
    }

    #[test]
    fn a_long_name_is_cut_visibly() {
        assert_eq!(shortened("ecs.gn7i-c8g1", 8), "ecs.gn7…");
        assert_eq!(shortened("短名", 8), "短名");
    }
}
