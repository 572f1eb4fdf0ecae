import type { Video } from '#lib/contract/videos/calls.ts'
import { isYoutubeId, youtubeIdOf } from '#lib/contract/videos/youtube-address.ts'
import { escapeHtml } from '#lib/core/escape-html.ts'

/** Any site may frame an embed, so the policy allows no scripts. Embeds use no cookies. */
export const embedPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self'",
  'media-src *',
  'frame-src https://www.youtube-nocookie.com',
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ')

export type EmbedParts = {
  video: Pick<
    Video,
    | 'id'
    | 'title'
    | 'dancer'
    | 'track'
    | 'thumbnail_url'
    | 'youtube_video_id'
    | 'youtube_url'
    | 'video_file_url'
  >
  locale: string
  isPlaying: boolean
  page: string
  playing: string
  colours: readonly [string, string, string]
  words: { play: string; song: string; count: string; vote: string }
}

/** A page without scripts, so that it opens at once. */
export function embedPage({ video, locale, isPlaying, page, playing, colours, words }: EmbedParts): string {
  const [field, motif, spark] = colours
  const text = escapeHtml
  const stage = `<main class="stage" style="background:radial-gradient(circle,${spark} 0 12%,${field} 12% 30%,${motif} 30% 38%,${field} 38%)">${isPlaying ? player(video) : poster(video, playing, words.play)}</main>`
  const who = `<h1>${linkOut(page, video.dancer.display_name)}</h1><span>${text(words.song)}</span><span>${text(words.count)}</span>`
  return framed({
    locale,
    title: video.title,
    page,
    body: `${stage}
<footer class="bar">
<div class="who">${who}</div>
${linkOut(page, words.vote, 'vote')}
</footer>`,
  })
}

export type GoneEmbedParts = {
  locale: string
  page: string
  words: { gone: string; watch: string }
}

/**
 * A page for a withdrawn or unknown video: an empty answer would leave an empty box in the embedding site.
 */
export function goneEmbed({ locale, page, words }: GoneEmbedParts): string {
  return framed({
    locale,
    title: words.gone,
    page,
    body: `<main class="gone"><h1>${escapeHtml(words.gone)}</h1>${linkOut(page, words.watch, 'vote')}</main>`,
  })
}

function linkOut(address: string, words: string, className?: string): string {
  const named = className ? ` class="${className}"` : ''
  return `<a${named} href="${escapeHtml(address)}" target="_blank" rel="noopener">${escapeHtml(words)}</a>`
}

/** @param parts `body` is HTML, everything else text */
function framed(parts: { locale: string; title: string; page: string; body: string }): string {
  const text = escapeHtml
  return `<!doctype html>
<html lang="${text(parts.locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="canonical" href="${text(parts.page)}">
<title>${text(parts.title)}</title>
<style>
*{box-sizing:border-box;margin:0}
body{background:#150b1d;color:#fdf5ea;display:grid;font:16px/1.35 system-ui,sans-serif;grid-template:minmax(200px,1fr) auto/minmax(0,1fr);height:100vh;min-width:200px}
.stage{min-height:200px;overflow:hidden;position:relative}
.stage>*{border:0;height:100%;inset:0;object-fit:cover;position:absolute;width:100%}
.stage video{background:#000;object-fit:contain}
.play{display:grid;place-items:center;text-decoration:none}
.play span{background:rgb(43 17 66/.85);border-radius:50%;color:#fff3df;font-size:2rem;height:4.5rem;line-height:4.5rem;padding-left:.3rem;text-align:center;width:4.5rem}
.bar{align-items:center;display:flex;flex-wrap:wrap;gap:.25rem .75rem;justify-content:space-between;padding:.6rem .75rem}
.who{flex:1 1 9rem;min-width:0}
.who *{display:block;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.who h1{font-size:1rem}
.who a{color:inherit;font-weight:600;min-height:24px;text-decoration:none}
.who span{color:#cdbcd4;font-size:.8125rem}
@media(max-width:21rem){.who *{white-space:normal;overflow-wrap:anywhere}}
.vote{background:#ffb51f;border-radius:999px;color:#22122e;font-weight:700;min-height:44px;padding:.6rem 1.25rem;text-decoration:none}
.gone{align-content:center;display:grid;gap:1rem;grid-row:1/-1;justify-items:center;padding:1rem;text-align:center}
.gone h1{font-size:1.125rem}
a:focus-visible{outline:3px solid #ff86a5;outline-offset:-3px}
</style>
</head>
<body>
${parts.body}
</body>
</html>
`
}

/** Uses a background image, which shows no broken picture if it fails to load. */
function poster({ id, title, thumbnail_url }: EmbedParts['video'], playing: string, word: string): string {
  const address = `/stills/${id}/480.webp`
  const picture = thumbnail_url
    ? `<div style="background:center/cover url('${escapeHtml(address)}')"></div>`
    : ''
  return `${picture}<a class="play" href="${escapeHtml(playing)}" aria-label="${escapeHtml(`${word}: ${title}`)}"><span aria-hidden="true">▶</span></a>`
}

function player({ title, youtube_video_id, youtube_url, video_file_url }: EmbedParts['video']): string {
  if (video_file_url)
    return `<video src="${escapeHtml(video_file_url)}" title="${escapeHtml(title)}" controls autoplay loop playsinline></video>`
  const id = youtube_video_id ?? (youtube_url ? youtubeIdOf(youtube_url) : null)
  if (!id || !isYoutubeId(id)) return ''
  const address = `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&playsinline=1&rel=0`
  return `<iframe src="${escapeHtml(address)}" title="${escapeHtml(title)}" allow="autoplay; encrypted-media; picture-in-picture; fullscreen" referrerpolicy="strict-origin-when-cross-origin"></iframe>`
}
