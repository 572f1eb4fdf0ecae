'use client'

import { Search } from 'lucide-react'
import { useEffect, useId, useState } from 'react'

type FaqSearchProps = { list: string; words: { label: string; none: string } }

/** Shows the questions that contain all typed words in any order. Opens the question named in the address. */
export function FaqSearch({ list, words }: FaqSearchProps) {
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<number | null>(null)
  const id = useId()

  useEffect(() => {
    const wanted = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean)
    let count = 0
    for (const question of questionsOf(list)) {
      // Excludes the links in answers, which all have the same words.
      const text = [...question.querySelectorAll('summary, p')].map((part) => part.textContent).join(' ')
      question.hidden = !wanted.every((word) => text.toLocaleLowerCase().includes(word))
      if (!question.hidden) count++
    }
    setFound(wanted.length > 0 ? count : null)
  }, [typed, list])

  useEffect(() => {
    const open = () => {
      const named = questionsOf(list).find((question) => `#${question.id}` === window.location.hash)
      if (!named) return
      named.open = true
      named.scrollIntoView()
    }
    open()
    window.addEventListener('hashchange', open)
    return () => window.removeEventListener('hashchange', open)
  }, [list])

  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="sr-only">
        {words.label}
      </label>
      <span className="relative block max-w-md">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-soft"
        />
        <input
          id={id}
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          placeholder={words.label}
          autoComplete="off"
          className="tap w-full rounded-full border border-edge bg-surface pr-4 pl-12"
        />
      </span>
      <p role="status" className={found === 0 ? 'text-soft' : 'sr-only'}>
        {found === 0 ? words.none : found}
      </p>
    </div>
  )
}

function questionsOf(list: string): HTMLDetailsElement[] {
  return [...document.querySelectorAll<HTMLDetailsElement>(`#${list} > details`)]
}
