import type { CSSProperties } from 'react'
import { locales } from '#messages/locales.ts'
import { brandSvg } from './brand-icon.ts'

type Preview = { width: number; height: number; form: 'narrow' | 'wide'; locale: (typeof locales)[number] }

const shapes = [
  { name: 'phone', width: 720, height: 1280, form: 'narrow' },
  { name: 'desk', width: 1280, height: 800, form: 'wide' },
] as const

/** Screenshots for the install dialog, by file name; one per device and language. */
export const appPreviews: Readonly<Record<string, Preview>> = Object.fromEntries(
  locales.flatMap((locale) =>
    shapes.map(({ name, ...shape }) => [`preview-${name}-${locale}.png`, { ...shape, locale }]),
  ),
)

// Satori supports only flex boxes and pixel sizes.
const column: CSSProperties = { display: 'flex', flexDirection: 'column' }

export function AppPreview({
  preview,
  wordmark,
  lines,
}: {
  preview: Preview
  wordmark: string
  lines: readonly string[]
}) {
  const { width, form } = preview
  const side = form === 'narrow' ? width / 2 : width / 4
  const drum = `data:image/svg+xml,${encodeURIComponent(brandSvg({ drum: 1 }))}`
  return (
    <div
      style={{
        ...column,
        alignItems: 'center',
        justifyContent: 'center',
        width: '100%',
        height: '100%',
        background: '#2b1142',
        color: '#fff3df',
      }}
    >
      {/* biome-ignore lint/performance/noImgElement: drawn on the server */}
      <img alt="" src={drum} width={side} height={side} />
      <div style={{ fontSize: side / 3, color: '#ffb51f', marginTop: 24 }}>{wordmark}</div>
      <div style={{ ...column, width: '80%', marginTop: 40 }}>
        {lines.map((line) => (
          <div
            key={line}
            style={{
              fontSize: 36,
              lineHeight: 1.35,
              marginTop: 16,
              justifyContent: 'center',
              textAlign: 'center',
            }}
          >
            {line}
          </div>
        ))}
      </div>
    </div>
  )
}
