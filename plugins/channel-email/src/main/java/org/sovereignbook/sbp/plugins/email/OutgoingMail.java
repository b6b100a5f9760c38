package org.sovereignbook.sbp.plugins.email;

import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.peer.markdown.Markdown;
import org.sovereignbook.sbp.plugins.channels.line.OutgoingMessage;

/**
 * Message as mail: its Markdown as plain text, and the same as HTML by the node's safe renderer,
 * which lets no image and no markup of others through. It says that a program sends it (RFC 3834).
 */
final class OutgoingMail extends MimeMessage {
  /** Header with the idempotency key. */
  static final String KEY = "X-Sbp-Key";

  private static final int TITLE_LEVEL = 1;

  private final String messageId;
  private boolean isWritten;

  private OutgoingMail(Session session, String messageId) {
    super(session);
    this.messageId = messageId;
  }

  static OutgoingMail of(MailAccount account, Session session, OutgoingMessage message)
      throws MessagingException {
    OutgoingMail mail = new OutgoingMail(session, account.messageId(message.key()));
    mail.setFrom(new InternetAddress(account.from(), true));
    mail.setRecipient(Message.RecipientType.TO, new InternetAddress(message.to(), true));
    mail.setSubject(line(message.subject()), StandardCharsets.UTF_8.name());
    mail.setSentDate(Date.from(account.setup().clock().instant()));
    mail.setHeader(KEY, message.key());
    mail.setHeader("Auto-Submitted", message.isAnswer() ? "auto-replied" : "auto-generated");
    mail.setHeader("X-Auto-Response-Suppress", "All");
    if (!message.references().isEmpty()) {
      mail.setHeader("In-Reply-To", bracketed(account, message.references().getLast()));
      mail.setHeader(
          "References",
          message.references().stream()
              .map(ref -> bracketed(account, ref))
              .collect(Collectors.joining("\r\n ")));
    }
    MimeMultipart both = new MimeMultipart("alternative");
    both.addBodyPart(part(message.text(), "plain"));
    both.addBodyPart(part(html(message.text()), "html"));
    mail.setContent(both);
    mail.saveChanges();
    return mail;
  }

  private static String bracketed(MailAccount account, String ref) {
    return "<" + (ref.indexOf('@') < 0 ? account.messageId(ref) : ref) + ">";
  }

  private static MimeBodyPart part(String text, String kind) throws MessagingException {
    MimeBodyPart part = new MimeBodyPart();
    part.setText(text, StandardCharsets.UTF_8.name(), kind);
    return part;
  }

  private static String html(String markdown) {
    return "<!doctype html><html><head><meta charset=\"utf-8\"></head>"
        + "<body style=\"font-family:sans-serif;line-height:1.4;max-width:42em\">\n"
        + Markdown.html(markdown, TITLE_LEVEL)
        + "</body></html>\n";
  }

  /** Returns a text without characters that could begin another header. */
  private static String line(String text) {
    return text.codePoints()
        .filter(each -> !Character.isISOControl(each))
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /** Returns whether all of it was handed to a connection; before that no server can take it. */
  boolean isWritten() {
    return isWritten;
  }

  @Override
  public void writeTo(OutputStream to, String[] without) throws IOException, MessagingException {
    super.writeTo(to, without);
    isWritten = true;
  }

  @Override
  protected void updateMessageID() throws MessagingException {
    setHeader("Message-ID", "<" + messageId + ">");
  }
}
