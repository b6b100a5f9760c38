package org.sovereignbook.sbp.ops.up;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.AccessRequest;
import org.sovereignbook.sbp.authority.access.AccessRequests;
import org.sovereignbook.sbp.authority.access.Approvals;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.screen.RequestText;
import org.sovereignbook.sbp.frontend.screen.ScreenNames;
import org.sovereignbook.sbp.node.Abbreviation;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.runtime.plugin.PluginException;
import org.sovereignbook.sbp.society.mail.Mail;
import org.sovereignbook.sbp.society.mail.MailState;
import org.sovereignbook.sbp.society.mail.Mailboxes;
import org.sovereignbook.sbp.society.status.OwnersTurn;
import org.sovereignbook.sbp.store.Approval;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;

/**
 * All that waits for the owner of a node.
 *
 * @param questions requests and drafts, oldest first, which keys answer
 * @param lines on the rest: counts with their commands, and the newest mail
 */
record UpWaiting(List<OwnerQuestion> questions, List<String> lines) {
  private static final int MAX_MAILS = 3;
  private static final int MAX_TEXT_CHARACTERS = 60;
  private static final int MAX_CALL_CHARACTERS = 300;

  static final UpWaiting NOTHING = new UpWaiting(List.of(), List.of());

  /**
   * A request or a draft.
   *
   * @param isDraft whether an approval sends it, so that no duration is asked for
   * @param text who wants what
   * @param origin its cause and its turn, a line each; none for a draft
   * @param covers what an approval for a time covers; empty for a draft
   */
  record OwnerQuestion(
      Node node, String id, boolean isDraft, String text, List<String> origin, String covers) {
    @Override
    public String toString() {
      return (isDraft ? "draft " : "request ") + Abbreviation.of(id) + "  " + text;
    }
  }

  /**
   * Reads what waits in a node.
   *
   * @param prefix of each line, where several nodes must be distinguished
   */
  static UpWaiting of(Session session, Node node, String prefix) {
    List<OwnerQuestion> questions = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    try (Store store = session.store(node)) {
      Optional<Ledger> opened = session.ledgerIfAny(node);
      if (opened.isPresent()) {
        try (Ledger ledger = opened.get()) {
          questions.addAll(
              ledger.<List<OwnerQuestion>>read(tx -> requests(tx, session, node, prefix)));
          lines.addAll(ledger.<List<String>>read(tx -> lines(tx, session, prefix)));
        }
      }
      for (Approval draft : new Approvals(node, store).pending()) {
        String text = draft.kind() + " by " + draft.by() + ": " + quoted(draft.text());
        questions.add(
            new OwnerQuestion(
                node, draft.id(), true, prefix + PeerText.plain(text), List.of(), ""));
      }
    } catch (StoreException | PluginException e) {
      // The server and the timer report a store that cannot be opened.
      return new UpWaiting(questions, lines);
    }
    return new UpWaiting(questions, lines);
  }

  private static List<OwnerQuestion> requests(
      Transaction tx, Session session, Node node, String prefix) {
    ScreenNames names = new ScreenNames(session, ScreenNames.agents(tx));
    List<OwnerQuestion> all = new ArrayList<>();
    for (AccessRequest request : new AccessRequests(tx).pending()) {
      RequestText text = RequestText.of(tx, request);
      String cause = text.causes().isEmpty() ? "" : ", caused by " + text.cause(names);
      String asks = text.asks(names) + cause + ":  " + text.words(MAX_CALL_CHARACTERS);
      all.add(
          new OwnerQuestion(
              node, request.id(), false, prefix + asks, text.origin(names), text.covers(names)));
    }
    return all;
  }

  private static List<String> lines(Transaction tx, Session session, String prefix) {
    ScreenNames names = new ScreenNames(session, ScreenNames.agents(tx));
    List<String> lines = new ArrayList<>();
    OwnersTurn.of(tx).stream()
        .filter(turn -> !turn.command().equals(OwnersTurn.REQUESTS))
        .forEach(turn -> lines.add(prefix + turn.text() + ":  " + turn.command()));
    for (Mail mail : Mailboxes.ofOwner(tx, MAX_MAILS)) {
      boolean isUnopened = mail.way() == Mail.Way.IN && mail.state() == MailState.DELIVERED;
      String text = isUnopened ? "" : mail.body(tx).map(UpWaiting::quoted).orElse("");
      String line = "mail of %s  %s:  sbp mail read %s";
      lines.add(
          prefix
              + PeerText.plain(
                  line.formatted(names.of(mail.sender()), text, Abbreviation.of(mail.id()))));
    }
    return lines;
  }

  private static String quoted(String text) {
    return PeerText.quote(text, MAX_TEXT_CHARACTERS);
  }

  /** Returns the same with that of another node behind it. */
  UpWaiting and(UpWaiting other) {
    List<OwnerQuestion> allQuestions = new ArrayList<>(questions);
    allQuestions.addAll(other.questions());
    List<String> allLines = new ArrayList<>(lines);
    allLines.addAll(other.lines());
    return new UpWaiting(allQuestions, allLines);
  }
}
