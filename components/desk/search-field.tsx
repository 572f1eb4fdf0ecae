import { Search, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { SEARCH_MAX } from '#lib/contract/constants.ts'

type SearchFieldProps = {
  label: string
  value: string
  onSearch: (words: string) => void
}

/** Pause in typing after which the search starts. */
const PAUSE_MS = 300

export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const t = useTranslations('Staff')
  const input = useRef<HTMLInputElement>(null)
  const { typed, type, search } = useTyped(value, onSearch)
  return (
    <search className="block min-w-36 flex-1 basis-36 md:max-w-96 xl:min-w-48">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          search(typed)
        }}
      >
        <span className="relative block">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute start-3 top-1/2 size-4.5 -translate-y-1/2 text-soft"
          />
          <input
            ref={input}
            type="search"
            aria-label={label}
            placeholder={label}
            autoComplete="off"
            spellCheck={false}
            maxLength={SEARCH_MAX}
            value={typed}
            onChange={(event) => type(event.target.value)}
            className="block h-11 w-full rounded-full border border-edge bg-surface ps-10 pe-11 text-ellipsis placeholder:text-soft [&::-webkit-search-cancel-button]:hidden"
          />
          {typed ? (
            <button
              type="button"
              aria-label={t('clearSearch')}
              onClick={() => {
                search('')
                input.current?.focus()
              }}
              className="tap absolute end-0 top-1/2 grid -translate-y-1/2 place-items-center rounded-full hover:bg-sunken"
            >
              <X aria-hidden="true" className="size-5" />
            </button>
          ) : null}
        </span>
      </form>
    </search>
  )
}

/** Typed text is local until the address contains it; any other change of the address replaces it. */
function useTyped(value: string, onSearch: (words: string) => void) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const asked = useRef(value)
  const latest = useRef(onSearch)
  useEffect(() => {
    latest.current = onSearch
  })
  if (value !== known) {
    setKnown(value)
    if (value !== typed.trim()) setTyped(value)
  }
  const search = (words: string) => {
    setTyped(words)
    asked.current = words.trim()
    latest.current(words.trim())
  }
  useEffect(() => {
    asked.current = value
  }, [value])
  useEffect(() => {
    if (typed.trim() === asked.current) return
    const timer = setTimeout(() => {
      asked.current = typed.trim()
      latest.current(typed.trim())
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return { typed, type: setTyped, search }
}
