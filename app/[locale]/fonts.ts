import localFont from 'next/font/local'

// Built by server/local/make-faces.ts. Next parses this file, so every value must be a literal.

export const textFace = localFont({
  src: './faces/text-plain.woff2',
  weight: '400 700',
  variable: '--font-text-plain',
  display: 'swap',
  // Not Next's own fallback, which needs Arial: Android lacks that font. Defined in globals.css.
  fallback: ['text-stand-in'],
})

/** The font of headlines and counts. Not preloaded, because the text's font comes first. */
export const loudFace = localFont({
  src: './faces/loud-plain.woff2',
  weight: '100 900',
  variable: '--font-loud-plain',
  display: 'swap',
  preload: false,
  fallback: ['loud-stand-in'],
})

const textAccents = localFont({
  src: './faces/text-accents.woff2',
  weight: '400 700',
  variable: '--font-text-accents',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+A1-AC, U+AE-B6, U+B8-D6, U+D8-F6, U+F8-FF, U+131, U+152-153, U+2BB-2BC, U+2C6, U+2DA, U+2DC, U+20AC, U+2122',
    },
  ],
})

const textExtended = localFont({
  src: './faces/text-extended.woff2',
  weight: '400 700',
  variable: '--font-text-extended',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: 'unicode-range', value: 'U+100-130, U+132-151, U+154-24F, U+300-36F, U+1E00-1EFF' }],
})

const loudAccents = localFont({
  src: './faces/loud-accents.woff2',
  weight: '100 900',
  variable: '--font-loud-accents',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+A1-AC, U+AE-B6, U+B8-D6, U+D8-F6, U+F8-FF, U+131, U+152-153, U+2BB-2BC, U+2C6, U+2DA, U+2DC, U+20AC, U+2122',
    },
  ],
})

const loudExtended = localFont({
  src: './faces/loud-extended.woff2',
  weight: '100 900',
  variable: '--font-loud-extended',
  display: 'swap',
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: 'unicode-range', value: 'U+100-130, U+132-151, U+154-24F, U+300-36F, U+1E00-1EFF' }],
})

/** Combined in globals.css. */
export const faces = [textFace, textAccents, textExtended, loudFace, loudAccents, loudExtended].map(
  ({ variable }) => variable,
)
