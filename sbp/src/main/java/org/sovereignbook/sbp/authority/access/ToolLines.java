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
      endorse none
      entity_list full
      entity_show full
      ethos restricted
      feed restricted
      follow none dangerous
      hook_ask none
      hook_list restricted
      hook_log full
      mail_ack none usual handling
      mail_list none usual handling
      mail_read none usual handling
      mail_receipts none usual
      mail_reply none usual handling
      mail_send none usual
      messages full
      peers_add full dangerous
      post none dangerous
      read restricted
      reply none dangerous
      search restricted
      send none dangerous
      share none dangerous
      status restricted
      subscribe none
      task_add none usual
      task_cancel none usual dangerous
      task_claim none usual handling
      task_complete none usual handling
      task_dep none usual
      task_edit none usual
      task_fail none usual handling
      task_graph restricted usual
      task_list restricted usual
      task_offer none usual
      task_offers restricted usual
      task_ready restricted usual
      task_release none usual handling
      task_renew none usual handling
      task_retry none usual
      task_review none usual handling
      task_show none usual handling
      task_submit none usual handling
      unsubscribe none
      """;

  private ToolLines() {}
}
