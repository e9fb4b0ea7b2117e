import type { TestApp, TestSession } from '@skyport/server/testing-app';

/** Makes one account an agency, and others its customers. */
export const makeAgency = async (
  { deps: { db } }: TestApp,
  agency: TestSession,
  ...customers: readonly TestSession[]
): Promise<void> => {
  const change = ({ userId }: TestSession) => db.updateTable('users').where('id', '=', userId);
  await change(agency).set({ is_agency: true }).execute();
  for (const customer of customers)
    await change(customer).set({ is_agency_user: true, agent_id: agency.userId }).execute();
};
