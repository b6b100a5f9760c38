package org.sovereignbook.sbp.cli.sessions;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.AccessRequest;
import org.sovereignbook.sbp.authority.access.AccessRequests;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Style;
import org.sovereignbook.sbp.frontend.screen.RequestText;
import org.sovereignbook.sbp.frontend.screen.ScreenNames;
import org.sovereignbook.sbp.node.Abbreviation;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.store.ItemFault;

/**
 * Requests and questions that wait for the owner, whichever place they come from: editors, clients
 * and agents of others, other sessions. For one thread.
 */
final class ChatWaiting {
  private static final int MOST_AT_PROMPT = 5;
  private static final int MAX_DETAIL_CHARACTERS = 600;

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
    List<Item> news = items.stream().filter(item -> !shown.contains(item.id())).toList();
    news.stream().limit(MOST_AT_PROMPT).forEach(this::show);
    if (news.size() > MOST_AT_PROMPT) {
      session.output().note("%d more:  /waiting".formatted(news.size() - MOST_AT_PROMPT));
    }
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
    session.output().line("  " + Cut.beginning(item.detail(), MAX_DETAIL_CHARACTERS));
    session.output().line("  " + Style.QUIET.on(item.answer()));
  }

  private List<Item> items() {
    ScreenNames names = new ScreenNames(session, ledger.read(ScreenNames::agents));
    return ledger.read(
        tx ->
            Stream.concat(
                    new AccessRequests(tx)
                        .pending().stream().flatMap(one -> readable(() -> of(tx, one, names))),
                    Board.in(tx).questions().stream().flatMap(one -> readable(() -> of(one))))
                .toList());
  }

  /** One that cannot be read hides no other; the page and the lists say what is wrong with it. */
  private static Stream<Item> readable(Supplier<Item> item) {
    return ItemFault.orElse(() -> Stream.of(item.get()), _ -> Stream.empty());
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
