-- Why a node has not joined with its code yet, as a code (contract, JoinProblem) in the place of sentences. Codes live for
-- half an hour: what stands there from before is not worth keeping.
alter table node_enrolments drop column last_error;
alter table node_enrolments add column problem jsonb;
