package org.sovereignbook.sbp.cli;

import java.util.List;
import org.sovereignbook.sbp.agents.Caller;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.Output;
import org.sovereignbook.sbp.cli.command.Range;
import org.sovereignbook.sbp.cli.command.SocietyCommand;
import org.sovereignbook.sbp.ledger.Authority;
import org.sovereignbook.sbp.ledger.Transaction;
import org.sovereignbook.sbp.mail.Mail;
import org.sovereignbook.sbp.mail.Mailboxes;
import picocli.CommandLine.Option;

/** Mail, without taking it. */
abstract class MailListing extends SocietyCommand<MailListing.Listed> {
  record Listed(List<MailView> mail) {}

  @Option(names = "--all", description = "also what was handled, or has ended otherwise")
  boolean all;

  @Option(names = "--sent", description = "what was sent instead")
  boolean sent;

  @Option(
      names = "--limit",
      paramLabel = "NUMBER",
      description = "the most that are listed; by default ${DEFAULT-VALUE}")
  @Range.Of(min = 1)
  int limit = 100;

  @Override
  protected String tool() {
    return "mail_list";
  }

  @Override
  protected List<Authority> shown(Transaction tx, Listed listed) {
    return MailView.causes(tx, listed.mail());
  }

  @Override
  protected Listed work(Transaction tx, Caller caller) {
    List<Mail> mails =
        sent ? Mailboxes.sent(tx, caller, limit) : Mailboxes.received(tx, caller, all, limit);
    List<MailView> views = MailView.all(tx, mails);
    // What a stranger wrote binds an agent that has read it; so it reads it by mail read.
    return new Listed(
        caller.token().isEmpty() ? views : views.stream().map(MailView::closed).toList());
  }

  @Override
  protected ExitCode show(Output output, Listed listed) {
    ScreenNames names = new ScreenNames(session());
    output.table(MailView.table(listed.mail(), names, session().now()), "no mail");
    return output.done(listed);
  }
}
