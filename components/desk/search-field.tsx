import { Search, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useId, useRef, useState } from 'react'
import { cn } from '#components/ui/cn.ts'
import { SEARCH_MAX } from '#lib/contract/constants.ts'

type SearchFieldProps = {
  label: string
  value: string
  onSearch: (words: string) => void
  /** Full width with a visible label, to match other fields. */
  framed?: boolean
}

/** Pause in typing after which the search starts, in ms. */
const PAUSE_MS = 300

export function SearchField({ label, value, onSearch, framed = false }: SearchFieldProps) {
  const t = useTranslations('Staff')
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const { typed, type, search } = useTyped(value, onSearch)
  return (
    <search className={cn('block w-full', !framed && 'sm:w-80')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          search(typed)
        }}
      >
        {framed ? (
          <label htmlFor={id} className="mb-1.5 block font-semibold">
            {label}
          </label>
        ) : null}
        <span className="relative block">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute start-3 top-1/2 size-4.5 -translate-y-1/2 text-soft"
          />
          <input
            ref={input}
            id={id}
            type="search"
            {...(framed ? {} : { 'aria-label': label, placeholder: label })}
            autoComplete="off"
            spellCheck={false}
            maxLength={SEARCH_MAX}
            value={typed}
            onChange={(event) => type(event.target.value)}
            className={cn(
              'block w-full border border-edge bg-surface ps-10 pe-12 text-ellipsis placeholder:text-soft [&::-webkit-search-cancel-button]:hidden',
              framed ? 'h-12 rounded-2xl text-lg' : 'h-11 rounded-full',
            )}
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
