import localFont from 'next/font/local'

/** Latin only: every language of the product is written with it. */
export const textFace = localFont({
  src: '../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  weight: '100 900',
  variable: '--font-text',
  display: 'swap',
  // Where there is no Arial, as on Android, what Next puts in its place is not there either (globals.css).
  fallback: ['text-stand-in'],
})

/** Headlines and counts. Not preloaded: the text comes first on a slow line. */
export const loudFace = localFont({
  src: '../../node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
  weight: '200 800',
  variable: '--font-loud',
  display: 'swap',
  preload: false,
  fallback: ['loud-stand-in'],
})
