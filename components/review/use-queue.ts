import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { TableAddress } from '#components/desk/use-table-address.ts'
import { DESK_PAGE_SIZE } from '#lib/client/review/desk-lists.ts'
import { neighbourOf, nextToReview, type QueueItem } from '#lib/client/review/review-queue.ts'
import { readUser, subscribeSession } from '#lib/client/session/session.ts'
import type { DecidedSubjectType } from '#lib/contract/decisions/calls.ts'
import { deskAnswers } from './desk-answers.ts'
import { useLastSeen } from './use-last-seen.ts'
import { openItemNow, useOpenItem } from './use-open-item.ts'
import type { DecisionAction } from './verbs.ts'

type Place = Pick<TableAddress<string>, 'page' | 'search' | 'sort' | 'toFirstPage'>
type Page<Row> = { count: number; results: Row[] }

/** A decision whose reason is being written. */
export type Chosen = { id: string; action: DecisionAction }

/** Polls to see colleagues' claims and decisions. */
const POLL_MS = 10_000

export function useMe(): string | undefined {
  return useSyncExternalStore(
    subscribeSession,
    () => readUser()?.id,
    () => undefined,
  )
}

/**
 * A list worked through as a queue: the open case, steps to others, and updates after decisions.
 * @param status the list's status; '' if the queue has only one list
 */
export function useQueue<Row extends QueueItem, Answer extends Page<Row> = Page<Row>>(
  kind: DecidedSubjectType,
  address: Place,
  fetchPage: (signal: AbortSignal) => Promise<Answer>,
  status = '',
) {
  const client = useQueryClient()
  const me = useMe()
  const { id: openId, open, close } = useOpenItem()
  const key = deskAnswers.page(kind, address, status)
  const list = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => fetchPage(signal),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
  const rows = list.data?.results ?? []
  const item = useLastSeen(rows, openId)
  /** The decided case that was the last of its page, until the next page's first case is known. */
  const [soughtFrom, setSoughtFrom] = useState<string | null>(null)
  const isSeeking = soughtFrom !== null && soughtFrom === openId
  const [chosen, choose] = useState<Chosen | null>(null)

  const advance = async (decided: string) => {
    const next = nextToReview(rows, decided, me)
    await client.cancelQueries({ queryKey: deskAnswers.all })
    client.setQueriesData<Page<Row>>({ queryKey: deskAnswers.lists(kind) }, (page) => without(page, decided))
    // The answer may be late: an officer who has opened another case stays there.
    if (openItemNow() === decided) {
      if (next) open(next)
      else setSoughtFrom(decided)
      if (rows.length === 1 && address.page > 1) address.toFirstPage()
    }
    // After an undo the officer must decide anew; a new submission is another case.
    choose((one) => (one?.id === decided ? null : one))
    await client.invalidateQueries({ queryKey: deskAnswers.all })
  }

  // The page has no case left: opens the first of the next page once loaded.
  const isSettled = !list.isFetching && !list.isPlaceholderData
  useEffect(() => {
    if (soughtFrom === null || (isSeeking && !isSettled)) return
    setSoughtFrom(null)
    if (!isSeeking) return
    const next = nextToReview(rows, openId, me)
    if (next) open(next)
    else close()
  })

  // A link to a missing or decided case shows the list.
  const isStray = openId !== null && item === null && list.isSuccess && isSettled && !isSeeking
  useEffect(() => {
    if (isStray) close()
  })

  const step = (by: 1 | -1) => {
    const beside = neighbourOf(rows, openId, by)
    if (beside && beside !== openId) open(beside)
  }
  const at = rows.findIndex(({ id }) => id === openId)
  const count = list.data?.count ?? 0
  return {
    list,
    rows,
    me,
    openId,
    item,
    /** The next page is being loaded for its first case. */
    isSeeking,
    /** Index on this page; -1 if the case is not on it. */
    at,
    place: at === -1 ? null : `${(address.page - 1) * DESK_PAGE_SIZE + at + 1} / ${count}`,
    open,
    close,
    chosen,
    choose,
    advance,
    step,
    address,
  }
}

export type Queue<Row extends QueueItem> = Omit<ReturnType<typeof useQueue<Row>>, 'item'>

function without<Row extends QueueItem>(page: Page<Row> | undefined, id: string): Page<Row> | undefined {
  if (!page?.results.some((row) => row.id === id)) return page
  return { ...page, count: page.count - 1, results: page.results.filter((row) => row.id !== id) }
}
