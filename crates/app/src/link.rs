//! Which addresses may be handed to the system's browser.
//!
//! Catalogues, price sheets and sellers' own remarks carry addresses that somebody else wrote. Handing one
//! to the system can start any program that registered a scheme, so the rule is a list of one: a web
//! page over TLS, with a host that is written out. Everything else stays text on the screen. This file
//! decides; it opens nothing.

use url::Url;

/// An address that may be opened, as the browser will read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    url: Url,
    host: String,
}

/// Why an address stays text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LinkRefused {
    /// Another scheme, no scheme, or one slash too few: `https:evil` is not an address of a page.
    #[error("the address does not begin with https:// and a host")]
    NotHttps,
    /// Blanks, control characters or backslashes, which programs read in different ways.
    #[error("the address holds characters that programs read differently")]
    Ambiguous,
    /// Not an address at all.
    #[error("the address cannot be read")]
    Unreadable,
}

impl Link {
    /// Reads an address.
    ///
    /// ```
    /// # use tiaoka_app::link::{Link, LinkRefused};
    /// let link = Link::read("HTTPS://example.com/ok")?;
    /// assert_eq!(link.url(), "https://example.com/ok");
    /// assert_eq!(Link::read("https:evil"), Err(LinkRefused::NotHttps));
    /// # Ok::<(), LinkRefused>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`LinkRefused`], for everything but `https://` with a host.
    pub fn read(text: &str) -> Result<Link, LinkRefused> {
        let after = after_https(text).ok_or(LinkRefused::NotHttps)?;
        // The URL standard repairs all of these silently; a repaired address is not the one that was shown.
        if text
            .chars()
            .any(|c| c.is_whitespace() || c.is_control() || c == '\\')
        {
            return Err(LinkRefused::Ambiguous);
        }
        if after.starts_with('/') {
            return Err(LinkRefused::NotHttps);
        }
        let url = Url::parse(text).map_err(|_| LinkRefused::Unreadable)?;
        let host = url
            .host_str()
            .filter(|host| !host.is_empty())
            .map(String::from);
        host.map(|host| Link { url, host })
            .ok_or(LinkRefused::Unreadable)
    }

    /// The address, normalised.
    pub fn url(&self) -> &str {
        self.url.as_str()
    }

    /// The host that will be asked, international names in their ASCII form.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The text before `@` may pose as the host, so the real one must be shown first.
    pub fn needs_confirmation(&self) -> bool {
        !self.url.username().is_empty() || self.url.password().is_some()
    }
}

/// What follows `https://`, in any case of letters.
fn after_https(text: &str) -> Option<&str> {
    const SCHEME: &str = "https://";
    let head = text.get(..SCHEME.len())?;
    head.eq_ignore_ascii_case(SCHEME)
        .then(|| &text[SCHEME.len()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refused(text: &str, why: LinkRefused) {
        assert_eq!(Link::read(text), Err(why), "{text}");
    }

    #[test]
    fn a_page_over_tls_opens_in_any_spelling_of_its_scheme() {
        let link = Link::read("HTTPS://example.com/ok").unwrap();
        assert_eq!(
            (link.url(), link.host()),
            ("https://example.com/ok", "example.com")
        );
        assert!(!link.needs_confirmation());
    }

    #[test]
    fn a_user_name_before_the_host_asks_first_and_shows_the_real_host() {
        let link = Link::read("https://user:pw@example.com").unwrap();
        assert!(link.needs_confirmation());
        assert_eq!(link.host(), "example.com");
        let posing = Link::read("https://www.aliyun.com@evil.example/login").unwrap();
        assert!(posing.needs_confirmation());
        assert_eq!(posing.host(), "evil.example");
    }

    #[test]
    fn programs_scripts_and_files_stay_text() {
        refused("file:///C:/x/pwn.hta", LinkRefused::NotHttps);
        refused("ms-msdt:/id x", LinkRefused::NotHttps);
        refused("javascript:alert(1)", LinkRefused::NotHttps);
        refused("data:text/html,<script>", LinkRefused::NotHttps);
        refused("http://example.com", LinkRefused::NotHttps);
        refused("", LinkRefused::NotHttps);
    }

    #[test]
    fn an_address_that_a_parser_would_repair_stays_text() {
        refused("https:evil", LinkRefused::NotHttps); // the URL standard reads https://evil/
        refused("https:/evil", LinkRefused::NotHttps);
        refused("https:///evil", LinkRefused::NotHttps);
        refused(" https://example.com", LinkRefused::NotHttps);
        refused("https:\\\\evil", LinkRefused::NotHttps);
        refused("https://example.com\\@evil.example", LinkRefused::Ambiguous);
        refused("https://exa\nmple.com", LinkRefused::Ambiguous);
        refused("https://example.com/a b", LinkRefused::Ambiguous);
    }

    #[test]
    fn an_address_without_a_host_or_with_a_broken_one_stays_text() {
        refused("https://", LinkRefused::Unreadable);
        refused("https://:443/", LinkRefused::Unreadable);
        refused("https://user@", LinkRefused::Unreadable);
        refused("https://example.com:99999999", LinkRefused::Unreadable);
    }

    #[test]
    fn an_international_host_is_shown_in_the_form_that_is_asked() {
        // The first letter is Cyrillic.
        let link = Link::read("https://аliyun.com/").unwrap();
        assert_eq!(link.host(), "xn--liyun-3ve.com");
    }
}
