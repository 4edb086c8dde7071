//! Sellers that price machine and card in two rows, and the offer that both make together.
//!
//! A row with a machine and no card columns is a host's, where the machine tables say that the
//! machine has cards; a row with a card and no machine is that card's. Source: case CAT-04.

use rust_decimal::Decimal;

use super::provider_id;
use super::row::{Row, amount};
use super::shapes::{Shape, Shapes};
use crate::gpu::{GpuName, recognise_devices};

/// Adds each card's price to the hosts that carry it. A host whose card has no price is marked; a
/// card row that no host uses is returned as it came.
pub fn join(rows: Vec<Row>, shapes: &Shapes) -> Vec<Row> {
    let (cards, others): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(is_card);
    let mut used = vec![false; cards.len()];
    let mut joined: Vec<Row> = others
        .into_iter()
        .map(|row| match host_shape(&row, shapes) {
            Some(shape) => complete(row, shape, &cards, &mut used),
            None => row,
        })
        .collect();
    let left = cards.into_iter().zip(used).filter(|(_, used)| !used);
    joined.extend(left.map(|(card, _)| card));
    joined
}

fn is_card(row: &Row) -> bool {
    row.plan.trim().is_empty() && !row.gpu_model.trim().is_empty()
}

/// The shape of a machine that has cards although its row names none.
fn host_shape<'a>(row: &Row, shapes: &'a Shapes) -> Option<&'a Shape> {
    let silent = row.gpu_model.trim().is_empty() && row.gpu_count.trim().is_empty();
    silent
        .then(|| shapes.get(&provider_id(&row.provider), row.plan.trim()))
        .flatten()
}

fn complete(mut host: Row, shape: &Shape, cards: &[Row], used: &mut [bool]) -> Row {
    let card = cards
        .iter()
        .position(|card| is_same_place(card, &host) && is_card_of(card, shape));
    host.gpu_model = shape.gpu_model.clone();
    host.gpu_count = shape.gpu_count.clone();
    host.gpu_mem_gb = shape.gpu_mem_gb.clone();
    let Some(index) = card else {
        host.card_price_missing = true;
        return host;
    };
    used[index] = true;
    match (amount(&host.price), amount(&cards[index].price)) {
        (Some(machine), Some(card)) => {
            host.price = sum(machine, card);
            // The sum stays visible beside whatever the source remarks.
            let remark = if host.note.trim().is_empty() {
                ""
            } else {
                "; "
            };
            host.note = format!("{}{remark}{machine} + {card}", host.note.trim());
        }
        _ => host.card_price_missing = true,
    }
    host
}

fn sum(machine: Decimal, card: Decimal) -> String {
    machine
        .checked_add(card)
        .map(|sum| sum.to_string())
        .unwrap_or_default()
}

fn is_same_place(card: &Row, host: &Row) -> bool {
    let same = |a: &str, b: &str| a.trim() == b.trim();
    same(&card.provider, &host.provider)
        && same(&card.region, &host.region)
        && same(&card.billing, &host.billing)
        && same(&card.currency, &host.currency)
        && same(&card.unit, &host.unit)
}

fn is_card_of(card: &Row, shape: &Shape) -> bool {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    let ids = |model: &str, memory: &str, count: &str| match recognise_devices(
        model,
        number(memory),
        number(count),
    )
    .model
    {
        GpuName::Known(id) => vec![id],
        GpuName::OneOf(ids) => ids,
        GpuName::Unknown(_) => Vec::new(),
    };
    let wanted = ids(&shape.gpu_model, &shape.gpu_mem_gb, &shape.gpu_count);
    number(&card.gpu_count) == number(&shape.gpu_count)
        && ids(&card.gpu_model, &card.gpu_mem_gb, &card.gpu_count)
            .iter()
            .any(|id| wanted.contains(id))
}
