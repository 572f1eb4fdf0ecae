import {
  type Expression,
  expressionBuilder,
  type OrderByModifiers,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type { z } from 'zod'
import type { list, Video, VideoOrdering, VideoPage } from '#lib/contract/videos/calls.ts'
import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { anyOf, countRows, kysely } from '#lib/core/kysely.ts'
import { wordsOf } from '#lib/core/like-pattern.ts'
import { makePage, rowsOfPage } from '#lib/core/paging.ts'
import { inIds, unseen } from '#lib/core/query-plans.ts'
import { peopleNamed } from '#lib/domain/audit/people-named.ts'
import { currentChallengeId } from '#lib/domain/challenges/queries.ts'
import { hasNoHeldDecision } from '#lib/domain/review/held.ts'
import { readClaims } from '#lib/domain/review/queries.ts'
import { peopleLike } from './people.ts'
import { isOfficer, maySee, type Viewer } from './policy.ts'
import { presentVideo, type VideoRow, withRelated } from './presenter.ts'
import { type Ranks, readRanks } from './standings.ts'

export type VideoListQuery = z.output<typeof list.query>

export type VideoFilter = Pick<VideoListQuery, 'status' | 'challenge' | 'section' | 'county' | 'search'> & {
  /** True for officers: their search also matches the reviewer's name. */
  readonly byReviewer: boolean
}

/** Reads the rarely changing parts of a list; lib/web passes cached versions. */
export type VideoListSources = {
  countVideos(filter: VideoFilter): Promise<number>
  readRanks(): Promise<Ranks>
}

const straightFromDatabase: VideoListSources = { countVideos, readRanks: () => readRanks() }

/**
 * Only officers get unapproved videos. The id breaks ties, so that pages never repeat or skip a video.
 * @throws NotFoundError `page_unknown` past the end
 */
export async function listVideos(
  query: VideoListQuery,
  viewer: Viewer,
  sources: VideoListSources = straightFromDatabase,
): Promise<VideoPage> {
  const filter = filterOf(query, viewer)
  const ordering = orderingFor(viewer, query.ordering)
  const { page, page_size, ...parameters } = { ...query, ordering }
  // Counts of public searches are cached; an officer's search counts while it reads.
  const read =
    filter.search && filter.byReviewer
      ? readFound(filter, ordering, query)
      : readCounted(filter, ordering, query, sources)
  const [{ count, found }, ranks] = await Promise.all([read, sources.readRanks()])
  const videos = found.map((row) => presentVideo(row, viewer, ranks))
  return makePage(
    '/videos/',
    { ...parameters, page_size },
    { count, page, page_size },
    isOfficer(viewer) ? await withClaims(videos) : videos,
  )
}

function filterOf(
  { status, challenge, section, county, search }: VideoListQuery,
  viewer: Viewer,
): VideoFilter {
  const byReviewer = isOfficer(viewer)
  return { status: byReviewer ? status : 'approved', challenge, section, county, search, byReviewer }
}

/** Adds up the stored counts if the filter allows: fast at any number of videos. */
export async function countVideos(filter: VideoFilter): Promise<number> {
  if (filter.search || filter.county || isQueue(filter)) return countRows(videosOf(filter))
  const { count } = await kysely(db())
    .selectFrom('videoCount as v')
    .where((eb) => eb.and(conditionsOf(filter)))
    .select((eb) => eb.cast<number>(eb.fn.coalesce(eb.fn.sum('v.videos'), sql.lit(0)), 'int4').as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const allVideos = () => kysely(db()).selectFrom('video as v').selectAll('v')

/** @throws NotFoundError unless the video is approved or the viewer's own, or the viewer is an officer */
export async function getVideo(
  id: string,
  viewer: Viewer,
  ranksNow: () => Promise<Ranks> = () => readRanks(),
): Promise<Video> {
  const [row, ranks] = await Promise.all([
    withRelated(allVideos().where('v.id', '=', id)).executeTakeFirst(),
    ranksNow(),
  ])
  if (!row || !maySee(viewer, { status: row.status, dancerId: row.dancerId })) throw new NotFoundError()
  const video = presentVideo(row, viewer, ranks)
  if (!isOfficer(viewer)) return video
  const claims = await readClaims(db(), 'video', [id])
  return { ...video, claim: claims.get(id) ?? null }
}

async function withClaims(videos: Video[]): Promise<Video[]> {
  const ids = videos.map(({ id }) => id)
  const claims = await readClaims(db(), 'video', ids)
  return videos.map((video) => ({ ...video, claim: claims.get(video.id) ?? null }))
}

/** Unapproved videos are absent. */
export async function readVoteCounts(ids: readonly string[]): Promise<Map<string, number>> {
  const found = await kysely(db())
    .selectFrom('video')
    .select(['id', 'voteCount'])
    .where('id', '=', anyOf(ids))
    .where('status', '=', 'approved')
    .execute()
  return new Map(found.map(({ id, voteCount }) => [id, voteCount]))
}

type Order = [
  'v.uploadDate' | 'v.voteCount' | 'v.viewCount' | 'v.reviewedAt',
  OrderByModifiers,
  'asc' | 'desc',
]

/** The last direction is of the id, which breaks ties. */
const orders: Readonly<Record<VideoOrdering, Order>> = {
  '-upload_date': ['v.uploadDate', 'desc', 'desc'],
  upload_date: ['v.uploadDate', 'asc', 'asc'],
  '-vote_count': ['v.voteCount', 'desc', 'desc'],
  vote_count: ['v.voteCount', 'asc', 'asc'],
  '-view_count': ['v.viewCount', 'desc', 'desc'],
  view_count: ['v.viewCount', 'asc', 'asc'],
  '-reviewed_at': ['v.reviewedAt', (order) => order.desc().nullsLast(), 'desc'],
  reviewed_at: ['v.reviewedAt', (order) => order.asc().nullsLast(), 'asc'],
}

function orderingFor(viewer: Viewer, ordering: VideoOrdering): VideoOrdering {
  return ordering.endsWith('reviewed_at') && !isOfficer(viewer) ? '-upload_date' : ordering
}

type Place = Pick<VideoListQuery, 'page' | 'page_size'>
type Counted = { count: number; found: VideoRow[] }

async function readCounted(
  filter: VideoFilter,
  ordering: VideoOrdering,
  { page, page_size }: Place,
  { countVideos }: VideoListSources,
): Promise<Counted> {
  const count = await countVideos(filter)
  const place = rowsOfPage(count, page, page_size)
  const [column, direction, directionOfIds] = orders[ordering]
  const picked = videosOf(filter)
    .selectAll('v')
    .orderBy(column, direction)
    .orderBy('v.id', directionOfIds)
    .limit(place.limit)
    .offset(place.offset)
  const found = await withRelated(picked).orderBy(column, direction).orderBy('v.id', directionOfIds).execute()
  return { count, found }
}

/** Reads a page and the number of all matches in one query, so that PostgreSQL searches once. */
async function readFound(
  filter: VideoFilter,
  ordering: VideoOrdering,
  { page, page_size }: Place,
): Promise<Counted> {
  const [column, direction, directionOfIds] = orders[ordering]
  const picked = await videosOf(filter)
    .select((eb) => ['v.id', eb.cast<number>(eb.fn.countAll().over(), 'int4').as('count')])
    .orderBy(column, direction)
    .orderBy('v.id', directionOfIds)
    .limit(unseen.count(page_size))
    .offset(unseen.count((page - 1) * page_size))
    .execute()
  const count = picked[0]?.count ?? 0
  rowsOfPage(count, page, page_size)
  const ids = picked.map(({ id }) => id)
  const found = await withRelated(allVideos().where('v.id', 'in', inIds(ids))).execute()
  found.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
  return { count, found }
}

function isQueue({ status, byReviewer }: VideoFilter): boolean {
  return byReviewer && status === 'pending_review'
}

type Filtered = SelectQueryBuilder<DB & { v: DB['video'] }, 'v', object>

function videosOf(filter: VideoFilter): Filtered {
  const { county, search, byReviewer } = filter
  let videos = kysely(db())
    .selectFrom('video as v')
    .where((eb) => eb.and(conditionsOf(filter)))
  // A video with a held decision is not in the queue: the officer can still undo the decision.
  if (isQueue(filter)) videos = videos.where((eb) => hasNoHeldDecision(eb.ref('v.id'), 'video'))
  if (county)
    videos = videos.where('v.dancerId', 'in', (eb) =>
      eb
        .selectFrom('profile')
        .select('userId')
        .where('county', '=', county)
        .where('county', '<>', sql.lit('')),
    )
  return search ? searched(videos, wordsOf(search), byReviewer) : videos
}

/** Conditions on status, challenge and section: columns that the stored counts (`video_count`) also have. */
function conditionsOf({ status, challenge, section }: VideoFilter): Expression<SqlBool>[] {
  const eb = expressionBuilder<{ v: Pick<DB['video'], 'status' | 'challengeId' | 'kind'> }, 'v'>()
  const current = currentChallengeId(now())
  const conditions: Expression<SqlBool>[] = []
  // A literal instead of a parameter, so that PostgreSQL can use the partial index.
  if (status === 'decided') conditions.push(eb('v.status', '<>', sql.lit('pending_review' as const)))
  else if (status) conditions.push(eb('v.status', '=', status))
  if (challenge === 'current') conditions.push(eb('v.challengeId', '=', current))
  else if (challenge) conditions.push(eb('v.challengeId', '=', challenge))
  if (section === 'this_month')
    conditions.push(eb('v.challengeId', '=', current), eb('v.kind', '=', sql.lit('entry' as const)))
  else if (section === 'others')
    conditions.push(
      eb.or([
        // `is distinct from`: between months the current challenge is null.
        eb('v.challengeId', 'is distinct from', current),
        eb('v.kind', '<>', sql.lit('entry' as const)),
      ]),
    )
  return conditions
}

/**
 * Searches by title, the dancer's name or town, track or artist. Matching people and tracks are read first,
 * through indexes, as arrays: an OR over joined tables would scan all of these tables.
 */
function searched(videos: Filtered, words: Expression<string>, byReviewer: boolean): Filtered {
  const tracks = (column: 'title' | 'artist') =>
    kysely(db()).selectFrom('track').select('id').where(column, 'ilike', words)
  const among = (ids: Expression<{ id: string }>) => sql<string>`any(array(${ids}))`
  const found = videos.where((eb) =>
    eb.or([
      eb('v.title', 'ilike', words),
      eb('v.dancerId', '=', among(peopleLike(words))),
      eb('v.trackId', '=', among(tracks('title').union(tracks('artist')))),
    ]),
  )
  if (!byReviewer) return found
  // Separate query: officers review so many videos that in one OR PostgreSQL would scan all videos.
  const reviewed = videos.where('v.reviewedBy', 'in', peopleNamed(words))
  return kysely(db())
    .selectFrom('video as v')
    .where('v.id', 'in', found.select('v.id').union(reviewed.select('v.id')))
}
