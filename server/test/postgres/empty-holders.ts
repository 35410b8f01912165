/**
 * Removes every row that is a holder's, past the triggers that keep the audit trail from being emptied. A cluster's nodes are told to
 * truncate by a trigger, so it deletes; and each setting is its own statement, since what they are told of one is the whole text that it came in.
 */
export const EMPTY_HOLDERS = `do $$
  declare
    name text;
  begin
    set local citus.propagate_set_commands = 'local';
    set local citus.multi_shard_modify_mode = 'sequential';
    set local session_replication_role = replica;
    for name in
      select table_name from information_schema.columns where table_schema = 'public' and column_name = 'bea_holder_id'
      union all select 'bea_holders'
    loop
      execute format('delete from %I', name);
    end loop;
  end
  $$`;
