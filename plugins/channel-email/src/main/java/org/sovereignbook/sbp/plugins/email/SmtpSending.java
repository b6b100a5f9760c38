package org.sovereignbook.sbp.plugins.email;

import jakarta.mail.Address;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.MessagingException;
import jakarta.mail.SendFailedException;
import jakarta.mail.internet.InternetAddress;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.eclipse.angus.mail.smtp.SMTPSenderFailedException;
import org.eclipse.angus.mail.smtp.SMTPTransport;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;
import org.sovereignbook.sbp.plugins.channels.line.OutgoingMessage;
import org.sovereignbook.sbp.plugins.channels.line.SendOutcome;

/**
 * Submission of messages by one connection, which stays open while the server accepts them. A copy
 * of each goes to the agent's own account in the same transaction of SMTP: when the connection ends
 * before the server's answer, that copy shows whether the server has taken the message.
 */
final class SmtpSending implements AutoCloseable {
  private static final int PERMANENT = 500;
  private static final int TRANSIENT = 400;

  private final MailAccount account;
  private Optional<SMTPTransport> open = Optional.empty();

  SmtpSending(MailAccount account) {
    this.account = account;
  }

  SendOutcome send(OutgoingMessage message) throws InterruptedException {
    if (!MailAccount.isAddress(message.to())) {
      return new SendOutcome.Failed(PeerText.quote(message.to()) + " is no address", false);
    }
    boolean isReused = open.isPresent();
    SendOutcome outcome = onConnection(message);
    // Servers end connections that are idle, or have brought enough.
    return isReused && outcome instanceof SendOutcome.Failed it && it.retryable()
        ? onConnection(message)
        : outcome;
  }

  /** Sends; keeps the connection only when the server has accepted the message. */
  private SendOutcome onConnection(OutgoingMessage message) throws InterruptedException {
    SendOutcome outcome;
    try {
      outcome = send(message, !account.isOwn(message.to()));
    } catch (ChannelException e) {
      outcome = new SendOutcome.Failed(e.getMessage(), true);
    } catch (MessagingException e) {
      outcome = new SendOutcome.Failed("the mail cannot be made: " + words(e), false);
    }
    if (!(outcome instanceof SendOutcome.Accepted)) {
      close();
    }
    return outcome;
  }

  private SendOutcome send(OutgoingMessage message, boolean hasCopy)
      throws ChannelException, MessagingException, InterruptedException {
    OutgoingMail mail = OutgoingMail.of(account, account.session(), message);
    Address to = new InternetAddress(message.to(), true);
    Address self = new InternetAddress(account.from(), true);
    SMTPTransport transport = connected();
    try {
      transport.sendMessage(mail, hasCopy ? new Address[] {to, self} : new Address[] {to});
      return new SendOutcome.Accepted(transport.getLastServerResponse().strip());
    } catch (SendFailedException e) {
      if (hasCopy && isOnlyOwnRefused(e)) {
        close();
        return send(message, false);
      }
      return refused(e, mail);
    } catch (MessagingException e) {
      return broken(mail, words(e));
    }
  }

  /** Returns the open connection, or a new one. */
  private SMTPTransport connected()
      throws ChannelException, MessagingException, InterruptedException {
    if (open.isPresent()) {
      return open.get();
    }
    String password = account.password();
    SMTPTransport transport =
        (SMTPTransport) account.session().getTransport(account.smtpProtocol());
    try {
      transport.connect(account.smtp().host(), account.smtp().port(), account.user(), password);
    } catch (AuthenticationFailedException e) {
      throw ChannelException.setup(account.smtp() + " refuses the login: " + words(e));
    } catch (MessagingException e) {
      throw account.smtp().unreachable(e);
    }
    open = Optional.of(transport);
    return transport;
  }

  private boolean isOnlyOwnRefused(SendFailedException e) {
    Address[] refused = e.getInvalidAddresses();
    return refused != null
        && refused.length > 0
        && Arrays.stream(refused)
            .allMatch(one -> one instanceof InternetAddress it && account.isOwn(it.getAddress()));
  }

  /** Returns the outcome by the server's code; without a code the outcome is unknown. */
  private SendOutcome refused(SendFailedException e, OutgoingMail mail) {
    int code = chain(e).map(SmtpSending::code).flatMap(Optional::stream).reduce(0, Math::max);
    String reason =
        chain(e)
            .filter(one -> code(one).isPresent())
            .reduce((_, last) -> last)
            .map(SmtpSending::words)
            .orElse(words(e));
    if (code < TRANSIENT) {
      return broken(mail, reason);
    }
    return new SendOutcome.Failed(account.smtp() + " refuses it: " + reason, code < PERMANENT);
  }

  /** Returns the outcome of a connection that has ended: a part of a mail is taken by no server. */
  private SendOutcome broken(OutgoingMail mail, String reason) {
    return mail.isWritten()
        ? new SendOutcome.Unknown(account.smtp() + ": " + reason)
        : new SendOutcome.Failed(
            account.smtp() + " has ended the connection before it had the mail: " + reason, true);
  }

  private static Stream<Exception> chain(MessagingException e) {
    return Stream.iterate(
        (Exception) e,
        one -> one != null,
        one -> one instanceof MessagingException it ? it.getNextException() : null);
  }

  private static Optional<Integer> code(Exception e) {
    return switch (e) {
      case SMTPAddressFailedException it -> Optional.of(it.getReturnCode());
      case SMTPSendFailedException it -> Optional.of(it.getReturnCode());
      case SMTPSenderFailedException it -> Optional.of(it.getReturnCode());
      default -> Optional.empty();
    };
  }

  @Override
  public void close() {
    try {
      if (open.isPresent()) {
        open.get().close();
      }
    } catch (MessagingException e) {
      // The outcome is known by now; the server may end the connection as it likes.
    }
    open = Optional.empty();
  }

  static String words(Exception e) {
    return PeerText.plain(String.valueOf(e.getMessage()).strip());
  }
}
