//! The text of a file that people made: which encoding it is in, and what it says.

use encoding_rs::{Encoding, GB18030, UTF_8};
use tiaoka_core::message::{Message, Note, Param};

/// A file as text.
#[derive(Debug, PartialEq)]
pub(crate) struct Decoded {
    pub(crate) text: String,
    /// Said where the encoding is a guess.
    pub(crate) note: Option<Note>,
}

/// Reads UTF-8 with or without a byte-order mark, UTF-16 with one, and else GB18030, which Chinese
/// spreadsheets write. The error names what was found instead, as programs call it.
pub(crate) fn decode(bytes: &[u8]) -> Result<Decoded, &'static str> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        let (text, wrong) = encoding.decode_without_bom_handling(&bytes[mark..]);
        return match wrong {
            true => Err(encoding.name()),
            false => Ok(Decoded {
                text: text.into_owned(),
                note: None,
            }),
        };
    }
    if let Some(kind) = other_kind(bytes) {
        return Err(kind);
    }
    if let Some(text) = UTF_8.decode_without_bom_handling_and_without_replacement(bytes) {
        return Ok(Decoded {
            text: text.into_owned(),
            note: None,
        });
    }
    match GB18030.decode_without_bom_handling_and_without_replacement(bytes) {
        Some(text) => {
            let name = Param::Text(GB18030.name().to_uppercase());
            let note = Message::new("sheet_encoding_assumed").with("encoding", name);
            Ok(Decoded {
                text: text.into_owned(),
                note: Some(note),
            })
        }
        None => Err("?"),
    }
}

/// What a file is that is no text at all.
fn other_kind(bytes: &[u8]) -> Option<&'static str> {
    let kinds: &[(&[u8], &str)] = &[
        (b"PK\x03\x04", "XLSX, ZIP"),
        (b"\xD0\xCF\x11\xE0", "XLS"),
        (b"%PDF", "PDF"),
        (b"SQLite format 3\0", "SQLite"),
    ];
    let known = kinds
        .iter()
        .find(|(mark, _)| bytes.starts_with(mark))
        .map(|(_, name)| *name);
    known.or_else(|| bytes.contains(&0).then_some("NUL"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHEET: &str = "provider,plan\n智算云,显卡 24G\n";

    fn text(bytes: &[u8]) -> String {
        let decoded = decode(bytes).unwrap();
        assert_eq!(decoded.note, None);
        decoded.text
    }

    fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        "\u{feff}"
            .encode_utf16()
            .chain(text.encode_utf16())
            .flat_map(bytes)
            .collect()
    }

    #[test]
    fn utf8_and_utf16_are_read_with_their_marks() {
        assert_eq!(text(SHEET.as_bytes()), SHEET);
        assert_eq!(text(format!("\u{feff}{SHEET}").as_bytes()), SHEET);
        assert_eq!(text(&utf16(SHEET, u16::to_le_bytes)), SHEET);
        assert_eq!(text(&utf16(SHEET, u16::to_be_bytes)), SHEET);
    }

    #[test]
    fn gb18030_is_assumed_and_said() {
        // 显卡,价格 as a Chinese spreadsheet writes it.
        let bytes = b"\xcf\xd4\xbf\xa8,\xbc\xdb\xb8\xf1";
        let decoded = decode(bytes).unwrap();
        assert_eq!(decoded.text, "显卡,价格");
        assert_eq!(
            decoded.note.unwrap().params["encoding"],
            Param::Text("GB18030".into())
        );
    }

    #[test]
    fn what_is_no_text_is_named() {
        assert_eq!(decode(b"PK\x03\x04rest"), Err("XLSX, ZIP"));
        assert_eq!(decode(b"a\0b\0"), Err("NUL"));
        assert_eq!(decode(b"provider\xff\xff\xff"), Err("?"));
        assert_eq!(decode(b"\xff\xfea"), Err("UTF-16LE")); // half a character
    }
}
