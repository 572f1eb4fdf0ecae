import { Search } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type FormEvent, useEffect, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { useMonthTitle } from '#components/ui/use-month-title.ts'
import { visit } from '#lib/client/browser/navigation-events.ts'
import { api } from '#lib/client/http/api.ts'
import { feedSorts } from '#lib/client/videos/home-view.ts'
import { type SearchView, searchAddress, searchOf } from '#lib/client/videos/search-view.ts'
import { counties } from '#lib/contract/profiles/counties.ts'

/** Selected options apply at once, typed words on submit. */
export function SearchForm({ search }: { search: SearchView }) {
  const t = useTranslations('Search')
  const sorts = useTranslations('Home.sorts')
  const monthTitle = useMonthTitle()
  const months = useMonths()
  const { filter, sort } = search
  const [typed, setTyped] = useState(filter.search)
  // The back button restores the words.
  useEffect(() => setTyped(filter.search), [filter.search])
  const send = (form: HTMLFormElement) => {
    const query = new URLSearchParams()
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') query.set(name, value)
    visit(searchAddress(searchOf(query.toString())))
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    send(event.currentTarget)
  }
  const choice = {
    onChange: ({ currentTarget: { form } }: { currentTarget: HTMLSelectElement }) => {
      if (form) send(form)
    },
  }
  const isListed = filter.challenge === 'current' || months.some(({ id }) => id === filter.challenge)
  return (
    <search>
      <form action="/search" onSubmit={onSubmit} className="feed-top grid gap-3 sm:grid-cols-3">
        <div className="grid grid-cols-[1fr_auto] items-end gap-2 max-[15rem]:grid-cols-1 sm:col-span-3">
          <Field
            name="q"
            type="search"
            label={t('words')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            maxLength={100}
            autoComplete="off"
            enterKeyHint="search"
          />
          <Button type="submit" tone="loud" className="min-h-12">
            <Search aria-hidden="true" className="size-5" /> {t('send')}
          </Button>
        </div>
        <SelectField
          name="county"
          label={t('county')}
          value={filter.county}
          options={[
            { value: '', words: t('anyCounty') },
            ...counties.map((county) => ({ value: county, words: county })),
          ]}
          {...choice}
        />
        <SelectField
          name="month"
          label={t('month')}
          value={filter.challenge}
          options={[
            { value: '', words: t('anyMonth') },
            { value: 'current', words: t('thisMonth') },
            ...months.map(({ id, title }) => ({ value: id, words: monthTitle(title) })),
            // The months are not loaded yet, or do not contain the chosen one.
            ...(filter.challenge && !isListed ? [{ value: filter.challenge, words: t('thatMonth') }] : []),
          ]}
          {...choice}
        />
        <SelectField
          name="sort"
          label={t('order')}
          value={sort}
          options={feedSorts.map((one) => ({ value: one, words: sorts(one) }))}
          {...choice}
        />
      </form>
    </search>
  )
}

const MOST_MONTHS = 24

type Month = { id: string; title: string }

function useMonths(): Month[] {
  const [months, setMonths] = useState<Month[]>([])
  useEffect(() => {
    const ended = new AbortController()
    api('GET /challenges/', { query: { page_size: MOST_MONTHS }, signal: ended.signal }).then(
      ({ results }) => setMonths(results),
      // The form works without past months.
      () => undefined,
    )
    return () => ended.abort()
  }, [])
  return months
}
