package org.sovereignbook.sbp.society.status;

import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.authority.access.AccessRequests;
import org.sovereignbook.sbp.authority.access.Approvals;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.runtime.health.Health;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.mail.Mailboxes;
import org.sovereignbook.sbp.store.Store;

/**
 * Something that waits for the owner, and for nobody else.
 *
 * @param what its kind, a stable word
 * @param text how many there are
 * @param command shows them
 */
public record OwnersTurn(String what, String text, String command) {
  /** The command that shows requests and drafts. */
  public static final String REQUESTS = "sbp access requests";

  /** Returns what waits in the society: requests, mail, reviews. */
  public static List<OwnersTurn> of(Transaction tx) {
    List<OwnersTurn> all = new ArrayList<>();
    add(all, "requests", new AccessRequests(tx).pending().size(), "request", REQUESTS);
    add(all, "mail", Mailboxes.unhandledOfOwner(tx), "mail", "sbp mail list");
    int reviews = Board.in(tx).toReview(Principal.OWNER);
    if (reviews > 0) {
      all.add(
          new OwnersTurn(
              "reviews",
              Wording.counted(reviews, "result")
                  + (reviews == 1 ? " waits" : " wait")
                  + " for your review",
              "sbp task list --to-review"));
    }
    return List.copyOf(all);
  }

  /** Returns what waits in the store: drafts. */
  public static List<OwnersTurn> of(Node node, Store store) {
    List<OwnersTurn> all = new ArrayList<>();
    add(all, "drafts", new Approvals(node, store).pending().size(), "draft", REQUESTS);
    return all;
  }

  private static void add(
      List<OwnersTurn> all, String what, int waiting, String noun, String command) {
    if (waiting > 0) {
      String verb = waiting == 1 ? " waits" : " wait";
      all.add(
          new OwnersTurn(
              what, Wording.counted(waiting, noun) + verb + " for your answer", command));
    }
  }

  /** Returns the problem of the same text, for kinds that others depend on. */
  public Health.Reason reason() {
    return Health.attention(what, text, command);
  }
}
