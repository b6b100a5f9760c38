package org.sovereignbook.sbp.cli.work;

import java.util.List;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.screen.ScreenNames;
import org.sovereignbook.sbp.society.mail.Mail;
import org.sovereignbook.sbp.society.mail.Mailboxes;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The list of mail, which leases none. */
abstract class MailListing extends SocietyCommand<MailListing.Listed> {
  record Listed(List<MailView> mail, @Shape.Inline Page.End end) {}

  @Option(names = "--all", description = "also what was handled, or has ended otherwise")
  @ToolArgument.Of(text = "done and expired mail too")
  boolean all;

  @Option(names = "--sent", description = "what was sent instead")
  @ToolArgument.Of(text = "mail that you sent")
  boolean sent;

  @Mixin PageOptions page = PageOptions.cut(100, "sbp mail read ID");

  @Override
  protected List<Authority> shown(Transaction tx, Listed listed) {
    return MailView.causes(tx, listed.mail());
  }

  @Override
  protected Listed work(Transaction tx, Caller caller) {
    Page<MailView> found = sent || all ? newest(tx, caller).reversed() : waiting(tx, caller);
    return new Listed(found.items(), found.end());
  }

  /** Returns the newest mail as the first page; each page is in the order of arrival. */
  private Page<MailView> newest(Transaction tx, Caller caller) {
    return page(
        tx,
        caller,
        sent
            ? Mailboxes.sent(tx, caller, page.afterNumber(), page.toRead())
            : Mailboxes.received(tx, caller, page.afterNumber(), page.toRead()));
  }

  private Page<MailView> waiting(Transaction tx, Caller caller) {
    return page(tx, caller, Mailboxes.waiting(tx, caller, page.afterNumber(), page.toRead()));
  }

  private Page<MailView> page(Transaction tx, Caller caller, List<Mail> mails) {
    return page.behind(
        mails.stream()
            .map(mail -> isClosed(caller) ? MailView.of(tx, mail).closed() : MailView.of(tx, mail))
            .iterator(),
        view -> Long.toString(view.mail().number()));
  }

  /** Returns whether bodies are left out, because reading text of others limits an agent. */
  private static boolean isClosed(Caller caller) {
    return caller.token().isPresent();
  }

  @Override
  protected ExitCode show(Output output, Listed listed) {
    ScreenNames names = new ScreenNames(session());
    return output.list(
        listed, listed.end(), MailView.table(listed.mail(), names, session().now()), "no mail");
  }
}
