import { codedSentence } from '#messages/server/catalogue.ts'

// Without zod, because the seed and migrations use it too.

/** A visible character: no space, control, joiner, filler or lone accent, nor two signs that look blank. */
const SEEN = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{C}\p{M}\u2800\u{1D159}]/u

/** Forbidden in names: invisible, or changes the direction of nearby text. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{C}\p{Zl}\p{Zp}\u2800\u{1D159}]/u

/** An emoji with modifiers and joined ones, which may contain joiners. */
const EMOJI =
  /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)*(?:\u200D\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)*)*/gu

/** Too many joined emoji: one very wide character that cannot wrap. */
const LONG_JOINED =
  /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)*(?:\u200D\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)*){6,}/gu

/** Characters that reverse the following text. */
const TURNING = /[\u202A\u202B\u202D\u202E\u2066-\u2068]/

export const NAME_UNSEEN = codedSentence('field.unseen')

export function isVisible(text: string): boolean {
  return SEEN.test(text)
}

/** Returns the trimmed text; empty if invisible. Long sequences of joined emoji are separated. */
export function trimToVisible(text: string): string {
  return isVisible(text) ? takeApart(text.trim()) : ''
}

function takeApart(text: string): string {
  return text.replace(LONG_JOINED, (joined) => joined.replaceAll('\u200D', ''))
}

export function turnsText(text: string): boolean {
  return TURNING.test(text)
}

/** The stored form of a name: NFKC, single spaces, trimmed; empty if invisible. */
export function normaliseName(typed: string): string {
  if (!isVisible(typed)) return ''
  return takeApart(
    typed
      .normalize('NFKC')
      .replace(/\p{White_Space}+/gu, ' ')
      .trim(),
  )
}

/** Whether a name has invisible characters, so that two could look alike. Emoji may have joiners. */
export function hasUnseen(name: string): boolean {
  return UNSEEN.test(name.replace(EMOJI, ''))
}
