import { setTimeout as pause } from 'node:timers/promises'
import { type Chance, chanceOf } from '#prisma/seed/random.ts'
import { type KillableName, killable, type Stage } from './stage.ts'
import type { Wishes } from './wishes.ts'

/** Of twenty deaths: mostly processes that move money. */
const SHARES: Record<KillableName, number> = { worker: 7, web: 5, realtime: 3, redis: 3, postgres: 2 }
/** A death comes within this time after its order. */
const WITHIN_MS = 600

/** Kills processes at the month's chosen places. */
export class Killer {
  /** In order. */
  readonly dead: KillableName[] = []
  readonly #stage: Stage
  readonly #victims: KillableName[]
  readonly #chance: Chance
  #busy: Promise<void> = Promise.resolve()
  #failure: unknown
  #redisDeaths = 0

  constructor(stage: Stage, { seed, kills, victims }: Wishes) {
    this.#stage = stage
    this.#chance = chanceOf(`${seed}:kills`)
    this.#victims = drawVictims(kills, victims, this.#chance)
  }

  get left(): number {
    return this.#victims.length
  }

  /** The next death; not awaited. */
  soon(): void {
    const victim = this.#victims.shift()
    if (!victim) return
    const delay = this.#chance.whole(0, WITHIN_MS)
    this.#busy = this.#busy
      .then(() => this.#kill(victim, delay))
      .catch((error: unknown) => {
        this.#failure ??= error
      })
  }

  /** Resolves when everything is up again. @throws Error if a part did not return */
  async rest(): Promise<void> {
    await this.#busy
    for (const part of Object.values(this.#stage.parts)) await part.up()
    if (this.#failure) throw this.#failure
  }

  async #kill(victim: KillableName, delay: number): Promise<void> {
    await pause(delay)
    // Every second time Redis also loses its data.
    const loses = victim === 'redis' && ++this.#redisDeaths % 2 === 0
    await this.#stage.parts[victim].kill(loses ? this.#stage.loseRedis : undefined)
    this.dead.push(victim)
    await this.#stage.parts[victim].up()
  }
}

/** @param only names, to restrict the victims */
function drawVictims(kills: number, only: string, chance: Chance): KillableName[] {
  const names = killable.filter((name) => only === '' || only.split(',').includes(name))
  const all = names.flatMap((name) => Array.from({ length: SHARES[name] }, () => name))
  const drawn: KillableName[] = []
  // Each at least once, if there are enough deaths.
  for (let round = chance.shuffle(names); drawn.length < kills; round = chance.shuffle(all))
    drawn.push(...round)
  return chance.shuffle(drawn.slice(0, kills))
}
