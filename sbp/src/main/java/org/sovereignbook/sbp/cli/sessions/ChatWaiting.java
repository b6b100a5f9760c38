package org.sovereignbook.sbp.cli.sessions;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.AccessRequest;
import org.sovereignbook.sbp.authority.access.AccessRequests;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Style;
import org.sovereignbook.sbp.frontend.screen.RequestText;
import org.sovereignbook.sbp.frontend.screen.ScreenNames;
import org.sovereignbook.sbp.node.Abbreviation;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Task;

/**
 * Requests and questions that wait for the owner, whichever place they come from: editors, clients
 * and agents of others, other sessions. For one thread.
 */
final class ChatWaiting {
  private final Session session;
  private final Ledger ledger;

  /** Ids of items that were shown at a prompt already. */
  private final Set<String> shown = new HashSet<>();

  ChatWaiting(Session session, Ledger ledger) {
    this.session = session;
    this.ledger = ledger;
  }

  /** Something that waits, with how to answer it here. */
  private record Item(String id, String asks, String detail, String answer) {}

  /** Shows what has come to wait since the last look. */
  void showNews() {
    List<Item> items = items();
    items.stream().filter(item -> !shown.contains(item.id())).forEach(this::show);
    shown.clear();
    items.forEach(item -> shown.add(item.id()));
  }

  /** Shows all that waits. */
  void showAll() {
    List<Item> items = items();
    items.forEach(this::show);
    if (items.isEmpty()) {
      session.output().line("nothing waits for you");
    }
  }

  private void show(Item item) {
    session.output().line(Style.WARNING.on("? ") + item.asks());
    session.output().line("  " + item.detail());
    session.output().line("  " + Style.QUIET.on(item.answer()));
  }

  private List<Item> items() {
    ScreenNames names = new ScreenNames(session, ledger.read(ScreenNames::agents));
    return ledger.read(
        tx ->
            Stream.concat(
                    new AccessRequests(tx).pending().stream().map(one -> of(tx, one, names)),
                    Board.in(tx).questions().stream().map(ChatWaiting::of))
                .toList());
  }

  private static Item of(Transaction tx, AccessRequest request, ScreenNames names) {
    RequestText text = RequestText.of(tx, request);
    String id = Abbreviation.of(request.id());
    return new Item(
        request.id(),
        text.asks(names),
        text.lines(names).getFirst(),
        "/approve " + id + " --once, or /deny " + id);
  }

  private static Item of(Task question) {
    String id = Abbreviation.of(question.id());
    return new Item(
        question.id(),
        PeerText.plain(question.title()),
        PeerText.plain(question.description().orElse("")),
        "/answer " + id + " TEXT");
  }

  /** Takes what the chat has asked about in its own way as shown. */
  void asked(AccessRequest request) {
    shown.add(request.id());
  }
}
