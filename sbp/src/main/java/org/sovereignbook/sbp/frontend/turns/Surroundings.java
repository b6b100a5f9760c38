package org.sovereignbook.sbp.frontend.turns;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.ToolRights;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.society.mail.Bus;
import org.sovereignbook.sbp.society.mail.Mail;
import org.sovereignbook.sbp.society.mail.Mailboxes;
import org.sovereignbook.sbp.society.sessions.ThreadMessages;

/**
 * Mail that waits for a session's agent, and the bus: shown before the thread, as data. A text is
 * shown only if its causes are among those that the turn acts for anyway, and is counted otherwise,
 * so that nobody binds a conversation by writing to its agent.
 *
 * @param caller the agent within the causes of its turn
 * @param causes of the turn
 */
record Surroundings(Transaction tx, Caller caller, List<Authority> causes) {
  private static final int MOST_MAILS = 10;
  private static final int MOST_ENTRIES = 50;
  private static final int TEXT_CHARACTERS = 1_500;

  /**
   * Text beside a thread.
   *
   * @param authors principals whose texts it holds
   */
  record Beside(String text, List<String> authors) {}

  /** Returns the text for a turn; empty when there is nothing. */
  Beside shown(String turn) {
    if (causes.stream().anyMatch(cause -> Access.data(tx, cause) == DataAccess.NONE)) {
      // The answer is for somebody who gets nothing of the node.
      return new Beside("", List.of());
    }
    Set<Principal> known = known();
    List<String> parts = new ArrayList<>();
    List<Authority> authors = new ArrayList<>();
    mail(known, turn, authors).ifPresent(parts::add);
    bus(known, turn, authors).ifPresent(parts::add);
    return new Beside(String.join("\n\n", parts), PromptParts.authors(authors));
  }

  private Set<Principal> known() {
    Set<Principal> all = new TreeSet<>();
    causes.forEach(cause -> all.addAll(Access.beneficiaries(cause)));
    return all;
  }

  private static boolean isKnown(Set<Principal> known, List<Authority> authors) {
    return authors.stream().allMatch(one -> known.containsAll(Access.beneficiaries(one)));
  }

  private Optional<String> mail(Set<Principal> known, String turn, List<Authority> authors) {
    if (!ToolRights.mayNow(tx, caller, "mail_list")) {
      return Optional.empty();
    }
    StringBuilder text = new StringBuilder();
    int others = 0;
    for (Mail mail : Mailboxes.waiting(tx, caller, Optional.empty(), MOST_MAILS)) {
      List<Authority> by = Mailboxes.authorities(tx, mail);
      if (isKnown(known, by)) {
        authors.addAll(by);
        text.append(
            "mail %s from %s (%s):%n%s%n%n"
                .formatted(mail.id(), mail.sender(), mail.type(), cut(mail.body(tx).orElse(""))));
      } else {
        others++;
      }
    }
    if (others > 0) {
      text.append(others).append(" of others; mail_list lists them");
    }
    return fenced("Mail that waits for you (mail_ack once it is handled):", text, turn);
  }

  private Optional<String> bus(Set<Principal> known, String turn, List<Authority> authors) {
    if (!ToolRights.mayNow(tx, caller, "bus_list")) {
      return Optional.empty();
    }
    StringBuilder text = new StringBuilder();
    Bus.list(tx, Optional.empty()).stream()
        .filter(entry -> isKnown(known, Bus.causes(tx, List.of(entry.address()))))
        .limit(MOST_ENTRIES)
        .forEach(
            entry -> {
              authors.addAll(Bus.causes(tx, List.of(entry.address())));
              text.append(entry.address())
                  .append(": ")
                  .append(cut(entry.value().orElse("")))
                  .append('\n');
            });
    return fenced("What agents have put on the bus:", text, turn);
  }

  private static String cut(String text) {
    return Cut.after(text, TEXT_CHARACTERS);
  }

  private static Optional<String> fenced(String head, StringBuilder text, String turn) {
    return text.isEmpty()
        ? Optional.empty()
        : Optional.of(ThreadMessages.fenced(head, text.toString().strip(), turn));
  }
}
