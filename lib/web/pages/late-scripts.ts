// The scripts of a page wait for its styles (docs/decisions/0068).

/** A script file as Next writes it, but for the one with an id, which is small, and the one for browsers of the past. */
const TAG = /<script src="(\/_next\/static\/[\w./~-]+\.js)" async=""><\/script>/g

/**
 * Asks for the files once the document is there, which is not before its styles are: inline scripts in it wait for them. `load` waits
 * for what is asked for here.
 */
const LOADER =
  'function(files){document.addEventListener("DOMContentLoaded",function(){files.forEach(function(file){var script=document.createElement("script");script.src=file;script.async=true;document.head.appendChild(script)})})}'

/**
 * Has a finished document ask for its script files after its styles, fonts and pictures. On a thin line they would take most of it
 * from what is painted first, and a page is of use before they run.
 * @returns the document; as it was if it names no such file
 */
export function withLateScripts(html: string): string {
  const files = [...html.matchAll(TAG)].map(([, file]) => file)
  if (files.length === 0) return html
  let isFirst = true
  return html.replace(TAG, () => {
    if (!isFirst) return ''
    isFirst = false
    return `<script>(${LOADER})(${JSON.stringify(files)})</script>`
  })
}
