package org.sovereignbook.sbp.cli.memory;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.cli.work.MailCommand;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.society.mail.MailAddress;
import org.sovereignbook.sbp.society.memory.GroupNode;
import org.sovereignbook.sbp.society.memory.OutsideMember;

/** Other nodes of a group: their members in arguments, and their state in results. */
final class GroupNodes {
  private GroupNodes() {}

  /** Returns the agent of another node that an argument names, if it names one. */
  static Optional<OutsideMember> outside(Session session, String member) {
    if (member.indexOf('@') < 0) {
      return Optional.empty();
    }
    MailAddress address = MailAddress.parse(member);
    return address
        .peer()
        .map(peer -> new OutsideMember(MailCommand.correspondent(session, peer), address.name()));
  }

  static void print(Output output, List<GroupNode> nodes) {
    if (nodes.isEmpty()) {
      return;
    }
    Table table = Table.of("NODE", "MEMBERS", "WAITS", "UNCONFIRMED", "REFUSED", "REFUSED HERE");
    nodes.forEach(
        one ->
            table.row(
                one.endpoint().toString(),
                String.join(", ", one.members()),
                because(one.waiting(), one.reason().filter(_ -> one.refused() == 0)),
                Long.toString(one.unconfirmed()),
                because(one.refused(), one.reason().filter(_ -> one.refused() > 0)),
                because(one.refusedHere(), one.reasonHere())));
    output.table(table, "no other nodes");
  }

  private static String because(long count, Optional<String> reason) {
    return count + reason.map(why -> " (" + why + ")").orElse("");
  }
}
