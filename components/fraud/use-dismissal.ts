import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deskAnswers } from '#components/review/desk-answers.ts'
import { readAnew } from '#components/review/read-anew.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import type { FraudSignal } from '#lib/contract/fraud/calls.ts'

/**
 * Sends the dismissal of a signal with the score that it was opened with: its list is asked for again every few seconds, and may
 * bring a higher one that nobody has looked at under the note that is being written. Where the server refuses it for that reason the
 * list is read anew before that is said, and its score is the one that is looked at from then on.
 */
export function useDismissal({ id, score }: Pick<FraudSignal, 'id' | 'score'>) {
  const client = useQueryClient()
  const [looked, setLooked] = useState({ id, score, wasTold: false })
  const isNew = looked.id !== id || (looked.wasTold && looked.score !== score)
  if (isNew) setLooked({ id, score, wasTold: false })
  const seen = isNew ? score : looked.score
  return async (note: string) => {
    try {
      return await api('POST /users/compliance/fraud-signals/{id}/dismiss/', {
        path: { id },
        body: { note, score: seen, undoable: true },
      })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'signal_grown') {
        setLooked((now) => (now.id === id ? { ...now, wasTold: true } : now))
        await readAnew(client, deskAnswers.lists('signal'))
      }
      throw error
    }
  }
}
