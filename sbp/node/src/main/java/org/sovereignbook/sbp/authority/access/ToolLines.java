package org.sovereignbook.sbp.authority.access;

/**
 * The tools that are commands, as {@link DeclaredTools} reads them. Written by ToolDeclarationsTest
 * with -Dsbp.write=true; not to be edited.
 */
final class ToolLines {
  static final String LINES =
      """

      access_check none handling
      access_explain full
      access_lint restricted
      agent_activate none
      agent_capabilities none dangerous
      agent_deactivate none
      agent_list restricted usual
      agent_reactivate none
      agent_register none dangerous
      agent_remove none
      agent_rename none
      agent_run full
      agent_show restricted usual
      agent_suspend none
      agent_token none dangerous
      bus_delete none usual
      bus_get restricted usual
      bus_list restricted usual
      bus_put none usual dangerous
      bus_snapshot restricted usual
      config full dangerous
      config_list full dangerous
      dispatch_to_agent none usual command:session_dispatch
      endorse none
      entity_list full
      entity_show full
      ethos restricted
      event_erase full
      event_list full
      event_poll none usual
      event_show full
      event_subscribe none usual
      event_tail full
      feed restricted
      follow none dangerous
      get_agent_status none usual command:session_status
      hook_ask none
      hook_list restricted
      hook_log full
      mail_ack none usual handling
      mail_list none usual handling
      mail_read none usual handling
      mail_receipts none usual
      mail_reply none usual handling
      mail_send none usual
      memory restricted usual own command:memory_tool
      memory_analyze_novelty none usual own command:memory_novelty
      memory_approve none usual dangerous
      memory_bind_context none usual command:memory_bind
      memory_delete_warm none usual command:memory_forget
      memory_edit none usual own
      memory_erase none usual
      memory_export restricted usual own
      memory_group_add_member none usual command:group_add
      memory_group_create none usual command:group_create
      memory_group_culture none usual command:group_culture
      memory_group_delete none usual command:group_delete
      memory_group_list restricted usual command:group_list
      memory_group_posture none usual command:group_posture
      memory_group_read restricted usual command:group_show
      memory_group_remove_member none usual command:group_remove
      memory_history restricted usual own
      memory_hook none usual own
      memory_import none usual own
      memory_read_hot none usual own command:memory_show
      memory_read_warm restricted usual own command:memory_read
      memory_search restricted usual own
      memory_share none usual
      memory_status none usual own
      memory_verify none usual own
      memory_write_hot none usual own command:memory_set
      memory_write_warm none usual own command:memory_add
      messages full
      peers full
      peers_add full dangerous
      post none dangerous
      read restricted
      reply none dangerous
      reply_to_caller none usual handling command:session_reply
      search restricted
      send none dangerous
      send_message_to_agent none usual command:session_message
      session_abort none
      session_archive full
      session_clear full
      session_compact full
      session_dispatches none usual
      session_drop full
      session_export full
      session_fork full
      session_import full
      session_list full
      session_retry full
      session_run full
      session_send none
      session_show full
      session_tree full
      session_watch full
      share none dangerous
      status restricted usual
      subscribe none
      task_add none usual
      task_cancel none usual dangerous
      task_claim none usual handling
      task_comment none usual
      task_complete none usual handling
      task_dep none usual
      task_edit none usual
      task_fail none usual handling
      task_graph restricted usual
      task_list restricted usual
      task_ready restricted usual
      task_release none usual handling
      task_renew none usual handling
      task_retry none usual
      task_review none usual handling
      task_show none usual handling
      task_submit none usual handling
      trust_assess none
      trust_get none usual command:trust_show
      trust_review restricted
      unsubscribe none
      wait none usual command:session_wait
      """;

  private ToolLines() {}
}
