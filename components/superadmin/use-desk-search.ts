import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { apiQuery } from '#lib/client/http/api-query.ts'

/** Pause in typing after which the search starts. */
const PAUSE_MS = 250
const FEWEST_LETTERS = 3

/** Searches after a pause in typing. @param isAllowed the user may search people and payments */
export function useDeskSearch(typed: string, isAllowed: boolean) {
  const [asked, setAsked] = useState('')
  const words = typed.trim()
  useEffect(() => {
    const timer = setTimeout(() => setAsked(words), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words])
  const isLongEnough = isAllowed && words.length >= FEWEST_LETTERS
  const query = useQuery({
    ...apiQuery('GET /admin/search/', { query: { q: asked } }),
    enabled: isLongEnough && asked.length >= FEWEST_LETTERS,
    placeholderData: keepPreviousData,
    // Not cached, because the results are about people.
    gcTime: 0,
  })
  return {
    found: isLongEnough ? query.data : undefined,
    isLongEnough,
    isBusy: isLongEnough && (query.isFetching || asked !== words),
    /** The results still belong to the words typed before. */
    isLate: isLongEnough && (asked !== words || query.isPending || query.isPlaceholderData),
    isError: isLongEnough && query.isError,
  }
}
