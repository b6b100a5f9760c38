package org.sovereignbook.sbp.plugins.email;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;
import org.sovereignbook.sbp.plugins.channels.line.ChannelLine;
import org.sovereignbook.sbp.plugins.channels.line.OutgoingMessage;
import org.sovereignbook.sbp.plugins.channels.line.SendOutcome;

/**
 * Open mail account. Jakarta Mail looks for its parts by the class loader of the thread, so each
 * call sets the plugin's.
 */
final class EmailLine implements ChannelLine {
  private final MailAccount account;
  private final SmtpSending sending;
  private final AtomicReference<Optional<Mailbox>> mailbox =
      new AtomicReference<>(Optional.empty());

  EmailLine(MailAccount account) {
    this.account = account;
    this.sending = new SmtpSending(account);
  }

  /** Work with Jakarta Mail. */
  @FunctionalInterface
  private interface Work<T> {
    T run() throws ChannelException, InterruptedException;
  }

  private static <T> T inOwnLoader(Work<T> work) throws ChannelException, InterruptedException {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(EmailLine.class.getClassLoader());
    try {
      return work.run();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Override
  public SendOutcome send(OutgoingMessage message) throws InterruptedException {
    try {
      return inOwnLoader(() -> sending.send(message));
    } catch (ChannelException e) {
      return new SendOutcome.Failed(e.getMessage(), true);
    }
  }

  @Override
  public Optional<String> find(OutgoingMessage message)
      throws ChannelException, InterruptedException {
    return inOwnLoader(() -> opened().find(account.messageId(message.key())));
  }

  @Override
  public List<String> remarks(OutgoingMessage message)
      throws ChannelException, InterruptedException {
    return inOwnLoader(() -> opened().remarks(account.messageId(message.key())));
  }

  @Override
  public String receive(Optional<String> since, Taker taker)
      throws ChannelException, InterruptedException {
    return inOwnLoader(() -> opened().receive(since, taker));
  }

  @Override
  public boolean await(Duration most) throws ChannelException, InterruptedException {
    return inOwnLoader(() -> opened(MailAccount.IDLE_LIMIT).await(most));
  }

  private Mailbox opened() throws ChannelException, InterruptedException {
    return opened(MailAccount.TIME_LIMIT);
  }

  /**
   * Returns the mailbox, connected again when its connection has ended or is less patient. A line
   * that never waits for mails, such as one that sends, never waits long for a server that hangs.
   */
  private Mailbox opened(Duration patience) throws ChannelException, InterruptedException {
    Optional<Mailbox> open =
        mailbox.get().filter(one -> one.isOpen() && one.patience().compareTo(patience) >= 0);
    if (open.isPresent()) {
      return open.get();
    }
    mailbox.get().ifPresent(Mailbox::close);
    Mailbox opened = Mailbox.open(account, patience);
    mailbox.set(Optional.of(opened));
    return opened;
  }

  @Override
  public String address() {
    return account.from();
  }

  @Override
  public void close() {
    sending.close();
    mailbox.get().ifPresent(Mailbox::close);
  }
}
