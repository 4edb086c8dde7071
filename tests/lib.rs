//! Journeys and house rules; each test target is a folder or file beside this one.
