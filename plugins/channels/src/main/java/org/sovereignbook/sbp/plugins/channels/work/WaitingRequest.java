package org.sovereignbook.sbp.plugins.channels.work;

import java.util.List;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.AccessRequest;
import org.sovereignbook.sbp.authority.access.AccessRequests;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.frontend.screen.RequestText;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.store.Approval;
import org.sovereignbook.sbp.store.ItemFault;

/**
 * Request or draft that waits for the owner, in words for a message.
 *
 * @param asks who asks for what, in a few words
 * @param detail the call, or the beginning of the draft; without marks of Markdown that end it
 * @param why why it was not allowed; empty for a draft
 */
record WaitingRequest(String id, String asks, String detail, String why) {
  private static final int MAX_CHARACTERS = 300;

  /** Returns the requests that wait, without one that cannot be told. */
  static List<WaitingRequest> of(Transaction tx) {
    return new AccessRequests(tx)
        .pending().stream()
            .flatMap(one -> ItemFault.orElse(() -> Stream.of(of(tx, one)), _ -> Stream.empty()))
            .toList();
  }

  private static WaitingRequest of(Transaction tx, AccessRequest one) {
    return new WaitingRequest(
        one.id(),
        PeerText.plain(
            "%s asks for %s".formatted(Entities.requester(tx, one.caller()).name(), one.tool())),
        inCode(RequestText.of(tx, one).words(MAX_CHARACTERS)),
        PeerText.plain(one.reason()));
  }

  static WaitingRequest ofDraft(Approval draft) {
    return new WaitingRequest(
        draft.id(),
        PeerText.plain("%s drafted a %s".formatted(draft.by(), draft.kind())),
        inCode(Cut.within(draft.text(), MAX_CHARACTERS)),
        "");
  }

  private static String inCode(String text) {
    return PeerText.plain(text).replace('`', '\'').replace('\n', ' ');
  }

  /** Returns it as an item of a list. */
  String item() {
    return "- %s: `%s` (%s)".formatted(asks, detail, id);
  }
}
