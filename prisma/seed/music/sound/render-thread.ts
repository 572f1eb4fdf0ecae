// A thread of render-songs.ts: plays the songs it is sent, one after the other, and sends their files back.
import { parentPort } from 'node:worker_threads'
import type { Song } from '../songs.ts'
import { encodeMp3 } from './encode.ts'
import { performSong } from './perform.ts'

parentPort?.on('message', (song: Pick<Song, 'title' | 'genre'>) => {
  parentPort?.postMessage(encodeMp3(performSong(song.title, song.genre)))
})
