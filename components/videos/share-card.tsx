import type { CSSProperties } from 'react'
import { clothOf } from '#components/ui/cloth.ts'
import { formatCount } from '#lib/client/formats/amounts.ts'
import type { Video } from '#lib/contract/videos/calls.ts'

// Satori supports only flex boxes and pixel sizes.
const row: CSSProperties = { display: 'flex', alignItems: 'flex-end', justifyContent: 'space-between' }
const column: CSSProperties = { display: 'flex', flexDirection: 'column' }
const middle: CSSProperties = { display: 'flex', alignItems: 'center', justifyContent: 'center' }

type ShareCardProps = {
  video: Pick<Video, 'id' | 'title' | 'dancer' | 'track' | 'vote_count' | 'rank'>
  /** Words beside the vote count. */
  words: string
}

/** The picture of link previews, 1200×630. */
export function ShareCard({ video, words }: ShareCardProps) {
  const title = drawable(video.title) || drawable(video.track.title)
  const [field, motif, spark] = clothOf(video.id).colours
  const titleSize = title.length > 40 ? 54 : 70
  return (
    <div style={{ display: 'flex', width: '100%', height: '100%', background: '#2b1142', color: '#fff3df' }}>
      <div style={{ ...middle, width: 440, background: field, overflow: 'hidden' }}>
        <Rings
          rings={[
            [620, motif],
            [540, field],
            [460, spark],
            [420, field],
            [320, motif],
            [220, field],
            [140, spark],
          ]}
        />
      </div>
      <div style={{ ...column, flex: 1, padding: '64px 64px 56px', justifyContent: 'space-between' }}>
        <div style={column}>
          <div style={{ fontSize: 30, color: '#dcc7ea' }}>{drawable(video.dancer.display_name)}</div>
          <div style={{ fontSize: titleSize, lineHeight: 1.08, marginTop: 12 }}>{title.slice(0, 90)}</div>
          <div style={{ fontSize: 28, color: '#dcc7ea', marginTop: 18 }}>
            {drawable(`${video.track.title}, ${video.track.artist}`).slice(0, 60)}
          </div>
        </div>
        <div style={row}>
          <div style={{ ...row, alignItems: 'baseline' }}>
            <div style={{ fontSize: 96, color: '#ffb51f', lineHeight: 1 }}>
              {formatCount(video.vote_count)}
            </div>
            <div style={{ fontSize: 30, marginLeft: 16 }}>{words}</div>
          </div>
          <div style={{ fontSize: 40, color: '#ffb51f' }}>ngoma</div>
        </div>
      </div>
    </div>
  )
}

type StoryCardProps = ShareCardProps & {
  votes: readonly string[]
}

/** A picture for stories, 1080×1920, where apps cover the upper and lower fifth. */
export function StoryCard({ video, words, votes }: StoryCardProps) {
  const title = drawable(video.title) || drawable(video.track.title)
  const [field, motif, spark] = clothOf(video.id).colours
  return (
    <div style={{ ...column, width: '100%', height: '100%', background: '#2b1142', color: '#fff3df' }}>
      <div style={{ ...middle, height: 900, background: field, overflow: 'hidden' }}>
        <Rings
          rings={[
            [1180, motif],
            [1020, field],
            [860, spark],
            [780, field],
            [600, motif],
            [420, field],
            [260, spark],
          ]}
        />
      </div>
      <div style={{ ...column, flex: 1, padding: '64px 80px 320px', justifyContent: 'space-between' }}>
        <div style={column}>
          <div style={{ fontSize: 44, color: '#dcc7ea' }}>{drawable(video.dancer.display_name)}</div>
          <div style={{ fontSize: title.length > 40 ? 64 : 84, lineHeight: 1.08, marginTop: 12 }}>
            {title.slice(0, 90)}
          </div>
        </div>
        <div style={{ ...row, alignItems: 'baseline', justifyContent: 'flex-start' }}>
          <div style={{ fontSize: 150, color: '#ffb51f', lineHeight: 1 }}>
            {formatCount(video.vote_count)}
          </div>
          <div style={{ fontSize: 44, marginLeft: 24 }}>{words}</div>
        </div>
        <div style={{ ...column, fontSize: 40 }}>
          {votes.map((line) => (
            <div key={line} style={{ marginTop: 8 }}>
              {line}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

/**
 * Removes characters that the built-in font lacks: Satori would fetch fonts and emoji from other servers, and
 * fail when those are down.
 */
function drawable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[^\p{Script=Latin}\p{ASCII}’‘“”–—…·•]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function Rings({ rings: [outer, ...inner] }: { rings: [size: number, colour: string][] }) {
  if (!outer) return null
  const [size, background] = outer
  const box = { width: size, height: size, borderRadius: size, flexShrink: 0, background }
  return <div style={{ ...middle, ...box }}>{inner.length > 0 ? <Rings rings={inner} /> : null}</div>
}
