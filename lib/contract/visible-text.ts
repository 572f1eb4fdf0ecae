import { codedSentence } from '#messages/server/catalogue.ts'

// Without zod, because the seed and migrations of rows use it as well.

/** Something that shows: no blank, control, joiner, filler or lone accent, and not the two signs that only look blank. */
const SEEN = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{C}\p{M}\u2800\u{1D159}]/u

/** Characters that a name may not have: they are invisible, or change the direction of the text beside them. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{C}\p{Zl}\p{Zp}\u2800\u{1D159}]/u

/** An emoji with its skin tone and variation, and those that are joined to it: inside one the joiners are allowed. */
const EMOJI =
  /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)*(?:\u200D\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)*)*/gu

/** More emoji than one picture is made of. Joined, they are one character as wide as all of them, which no line breaks. */
const LONG_JOINED =
  /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)*(?:\u200D\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)*){6,}/gu

/** Characters that turn the text after them round until they are closed. */
const TURNING = /[\u202A\u202B\u202D\u202E\u2066-\u2068]/

export const NAME_UNSEEN = codedSentence('field.unseen')

/** Whether a reader sees anything of a text. */
export function isVisible(text: string): boolean {
  return SEEN.test(text)
}

/**
 * A text without blanks around it; empty where nothing of it can be seen. Emoji and line breaks inside stay, and so many joined
 * emoji that they are no picture are taken apart.
 */
export function trimToVisible(text: string): string {
  return isVisible(text) ? takeApart(text.trim()) : ''
}

function takeApart(text: string): string {
  return text.replace(LONG_JOINED, (joined) => joined.replaceAll('\u200D', ''))
}

/** Whether a text has characters that turn the text after them round. */
export function turnsText(text: string): boolean {
  return TURNING.test(text)
}

/**
 * A name in the one form that is stored: compatibility forms composed (NFKC), blanks of every kind as single spaces, none
 * around it; empty where nothing of it can be seen.
 */
export function normaliseName(typed: string): string {
  if (!isVisible(typed)) return ''
  return takeApart(
    typed
      .normalize('NFKC')
      .replace(/\p{White_Space}+/gu, ' ')
      .trim(),
  )
}

/** Whether a name has characters that show nothing, so that two that look the same are not. Emoji may have joiners. */
export function hasUnseen(name: string): boolean {
  return UNSEEN.test(name.replace(EMOJI, ''))
}
