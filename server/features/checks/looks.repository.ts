import type { Checks } from '@shared/reports/checks';
import { users } from '@shared/tables/holders';
import { checkLooks } from '@shared/tables/reports';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Call } from '../../lib/call';
import type { DbOrTx } from '../../lib/database/db';
import { isUser, userNameSql } from '../holders/holders.repository';

/** The last look at a list, and the name of the questions that it had. */
export async function findLastLook(db: DbOrTx, holderId: string, list: string) {
  const { id, lookedAt: at, found: questions } = checkLooks;
  const isOfList = sql`starts_with(${checkLooks.subject}, ${`${list} `})`;
  const [look] = await db
    .select({
      person: userNameSql,
      at,
      questions,
      seen: sql<string>`split_part(${checkLooks.subject}, ' ', 3)`,
    })
    .from(checkLooks)
    .leftJoin(users, isUser(checkLooks))
    .where(and(eq(checkLooks.beaHolderId, holderId), isOfList))
    .orderBy(desc(at), desc(id))
    .limit(1);
  return look;
}

/** The stored subject is the list and the questions that the person saw: "quarterly Q1-2026 4-3f9a…". */
export async function insertLook(
  { db, holderId, userId, now }: Call,
  list: string,
  { seen, questions }: Pick<Checks, 'seen' | 'questions'>,
): Promise<void> {
  const look = { subject: `${list} ${seen}`, found: questions };
  await db.insert(checkLooks).values({ ...look, beaHolderId: holderId, userId, lookedAt: now });
}
