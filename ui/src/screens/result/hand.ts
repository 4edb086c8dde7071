// The hand of cards above the ranking: our pick, the cheapest and the fastest of all that fit.

import type { AdviceView, ChoiceView } from '../../ipc/bindings';

/** What a card was picked for. */
export type Title = 'pick' | 'cheapest' | 'fastest';

/** A card: a plan and everything it is the first in. */
export interface Card {
  choice: ChoiceView;
  titles: Title[];
}

/** The cards in order of sight; when two coincide, one card carries both titles. */
export function handOf(advice: AdviceView): Card[] {
  const cards: Card[] = [];
  const deal = (choice: ChoiceView | null | undefined, title: Title) => {
    if (!choice) return;
    const held = cards.find((card) => card.choice.id === choice.id);
    if (held) held.titles.push(title);
    else cards.push({ choice, titles: [title] });
  };
  deal(advice.choices[0], 'pick');
  deal(advice.cheapest, 'cheapest');
  deal(advice.fastest, 'fastest');
  return cards;
}

/** Those who share the rank of `choice`, itself left out. */
export function tiedWith(choice: ChoiceView, choices: readonly ChoiceView[]): ChoiceView[] {
  if (!choice.tie) return [];
  return choices.filter((other) => other.rank === choice.rank && other.id !== choice.id);
}

/** How far `choice` is from the pick, in percent: positive is dearer and slower. */
export function against(choice: ChoiceView, pick: ChoiceView): { cost: number; time: number } {
  const percent = (mine: number, theirs: number) =>
    theirs > 0 ? Math.round((mine / theirs - 1) * 100) : 0;
  return {
    cost: percent(Number(choice.cost.mid), Number(pick.cost.mid)),
    time: percent(choice.time_s.mid, pick.time_s.mid),
  };
}

/** Name of a plan as it is spoken of: the seller and the SKU, with the number of machines where it is not one. */
export function nameOf(choice: ChoiceView): string {
  const many = choice.machines > 1 ? ` × ${choice.machines}` : '';
  return `${choice.provider_name} ${choice.plan}${many}`;
}

/** The cards alone, where the seller is clear or space is short. */
export function cardOf(choice: ChoiceView): string {
  const { count, name } = choice.gpu;
  return count && count > 1 ? `${name} × ${count}` : name;
}

/** What tells `other` from `choice` in the fewest words: its card, or its seller where both have the same card. */
export function shortName(other: ChoiceView, choice: ChoiceView): string {
  return cardOf(other) === cardOf(choice) ? nameOf(other) : cardOf(other);
}

/** A plan of this answer by its id: listed, or in the hand only. */
export function findChoice(advice: AdviceView, id: string): ChoiceView | undefined {
  return [...advice.choices, advice.cheapest, advice.fastest].find((choice) => choice?.id === id) ?? undefined;
}
