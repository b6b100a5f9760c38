package org.sovereignbook.sbp.plugins.email;

import jakarta.mail.BodyPart;
import jakarta.mail.MessagingException;
import jakarta.mail.Multipart;
import jakarta.mail.Part;
import jakarta.mail.internet.ContentType;
import jakarta.mail.internet.MimeUtility;
import java.io.IOException;
import java.io.InputStream;
import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.plugins.channels.line.ChannelMessage;

/**
 * Parts of a mail: its text, its files, and the parts of a report (RFC 3464, RFC 8098). Depth,
 * number and size are limited; a part beyond a limit, or one that cannot be read, is left out.
 */
final class MailParts {
  private static final int MAX_DEPTH = 8;
  private static final int MAX_PARTS = 100;
  private static final int MAX_ATTACHMENTS = 20;
  private static final int MAX_TEXT_BYTES = 131_072;
  private static final int MAX_FILE_BYTES = 32_768;
  private static final int MAX_REPORT_CHARACTERS = 300;
  private static final int MAX_NAME_CHARACTERS = 100;
  private static final Pattern ID =
      Pattern.compile("(?im)^Message-ID:\\s*<(?<id>[!-;=?-~]{1,250})>");
  private static final Pattern ACTION = Pattern.compile("(?im)^Action:\\s*(?<word>[a-z]+)");
  private static final Pattern STATUS =
      Pattern.compile("(?im)^(Status|Diagnostic-Code):\\s*(?<text>.{1,200})");

  private final StringBuilder plain = new StringBuilder();
  private final StringBuilder html = new StringBuilder();
  private final List<ChannelMessage.Attachment> attachments = new ArrayList<>();
  private String status = "";
  private String original = "";
  private boolean isReport;
  private boolean isReceipt;
  private int seen;

  private MailParts() {}

  static MailParts of(Part mail) {
    MailParts parts = new MailParts();
    parts.read(mail, 0);
    return parts;
  }

  String text() {
    return plain.isEmpty() ? MailText.ofHtml(html.toString()) : plain.toString();
  }

  List<ChannelMessage.Attachment> attachments() {
    return List.copyOf(attachments);
  }

  boolean isReport() {
    return isReport;
  }

  boolean isReceipt() {
    return isReceipt;
  }

  boolean isDeliveryReport() {
    return !status.isEmpty();
  }

  /** Returns whether a report says that the message was not delivered. */
  boolean isFailure() {
    Matcher action = ACTION.matcher(status);
    return action.find() && action.group("word").equalsIgnoreCase("failed");
  }

  /** Returns the Message-ID of the message that a report is about. */
  Optional<String> reportedId() {
    Matcher id = ID.matcher(original);
    return id.find() ? Optional.of(id.group("id")) : Optional.empty();
  }

  /** Returns what a report says, in one line. */
  String report() {
    List<String> said = new ArrayList<>();
    Matcher found = STATUS.matcher(status);
    while (found.find() && said.size() < 3) {
      said.add(found.group("text").strip());
    }
    return Cut.within(MailText.plain(String.join(", ", said)), MAX_REPORT_CHARACTERS);
  }

  private void read(Part part, int depth) {
    if (depth > MAX_DEPTH || ++seen > MAX_PARTS) {
      return;
    }
    try {
      ContentType type = type(part);
      String name = (type.getPrimaryType() + "/" + type.getSubType()).toLowerCase(Locale.ROOT);
      if (name.startsWith("multipart/")) {
        isReport |= name.equals("multipart/report");
        all(part, depth);
      } else {
        leaf(part, type, name);
      }
    } catch (MessagingException | IOException | RuntimeException e) {
      // A part that cannot be read is left out; the others are read.
    }
  }

  private static ContentType type(Part part) throws MessagingException {
    String given = part.getContentType();
    try {
      return new ContentType(given == null ? "text/plain" : given);
    } catch (MessagingException e) {
      return new ContentType("application/octet-stream");
    }
  }

  private void all(Part part, int depth) throws MessagingException, IOException {
    if (part.getContent() instanceof Multipart many) {
      int count = Math.min(many.getCount(), MAX_PARTS);
      for (int i = 0; i < count; i++) {
        BodyPart each = many.getBodyPart(i);
        read(each, depth + 1);
      }
    }
  }

  private void leaf(Part part, ContentType type, String name)
      throws MessagingException, IOException {
    boolean isFile =
        Part.ATTACHMENT.equalsIgnoreCase(part.getDisposition()) || part.getFileName() != null;
    switch (name) {
      case "message/delivery-status" -> status = text(part, type, MAX_FILE_BYTES);
      case "message/disposition-notification" -> isReceipt = true;
      case "message/rfc822", "text/rfc822-headers", "message/rfc822-headers" -> {
        if (isReport) {
          original = text(part, type, MAX_FILE_BYTES);
        } else {
          attach(part, type, name);
        }
      }
      case "text/plain" -> {
        if (isFile || plain.length() > MAX_TEXT_BYTES) {
          attach(part, type, name);
        } else {
          plain.append(plain.isEmpty() ? "" : "\n").append(text(part, type, MAX_TEXT_BYTES));
        }
      }
      case "text/html" -> {
        if (isFile || html.length() > MAX_TEXT_BYTES) {
          attach(part, type, name);
        } else {
          html.append(text(part, type, MAX_TEXT_BYTES));
        }
      }
      default -> attach(part, type, name);
    }
  }

  /** Lists a file; a small text is data for the reader, other files are only named. */
  private void attach(Part part, ContentType type, String name)
      throws MessagingException, IOException {
    if (attachments.size() >= MAX_ATTACHMENTS) {
      return;
    }
    int bytes = Math.max(0, part.getSize());
    boolean isText =
        List.of("text/plain", "text/markdown", "text/csv", "text/x-log").contains(name)
            && bytes <= MAX_FILE_BYTES;
    attachments.add(
        new ChannelMessage.Attachment(
            Cut.within(fileName(part), MAX_NAME_CHARACTERS),
            name,
            bytes,
            isText
                ? Optional.of(MailText.plain(text(part, type, MAX_FILE_BYTES)))
                : Optional.empty()));
  }

  private static String fileName(Part part) throws MessagingException {
    String given = part.getFileName();
    if (given == null) {
      return "unnamed";
    }
    try {
      return MailText.plain(MimeUtility.decodeText(given)).replace('\n', ' ');
    } catch (UnsupportedEncodingException e) {
      return MailText.plain(given).replace('\n', ' ');
    }
  }

  private static String text(Part part, ContentType type, int most)
      throws MessagingException, IOException {
    try (InputStream in = part.getInputStream()) {
      return new String(in.readNBytes(most), charset(type));
    }
  }

  private static Charset charset(ContentType type) {
    String given = type.getParameter("charset");
    try {
      return given == null
          ? StandardCharsets.UTF_8
          : Charset.forName(MimeUtility.javaCharset(given));
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      return StandardCharsets.ISO_8859_1;
    }
  }
}
