//! What is known of sellers beyond prices: billing step, stop rules, storage, start-up, discounts.
//!
//! Source: `provider-traits-cn.csv` and `storage-prices-cn.csv`. Every figure keeps who said it and
//! when; of several the newest counts, of equally new ones the one worse for the user.
