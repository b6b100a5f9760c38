package org.sovereignbook.sbp.plugins.xmpp;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Optional;
import org.jivesoftware.smack.packet.StandardExtensionElement;
import org.jivesoftware.smack.packet.XmlEnvironment;
import org.jivesoftware.smack.parsing.StandardExtensionElementProvider;
import org.jivesoftware.smack.xml.XmlPullParser;
import org.jivesoftware.smack.xml.XmlPullParserException;
import org.sovereignbook.sbp.plugins.channels.line.ChannelException;

/** Element of a stanza, read by name and namespace. */
record Xml(StandardExtensionElement element) {
  static final String CLIENT = "jabber:client";
  static final String MAM = "urn:xmpp:mam:2";
  static final String IDS = "urn:xmpp:sid:0";
  static final String MARKERS = "urn:xmpp:chat-markers:0";
  static final String REPLY = "urn:xmpp:reply:0";
  static final String MUC = "http://jabber.org/protocol/muc";
  static final String MUC_USER = "http://jabber.org/protocol/muc#user";
  static final String DISCO = "http://jabber.org/protocol/disco#info";

  /** Names a message of this program, with its key, so that no other program answers it. */
  static final String OURS = "urn:sovereignbook:channel:0";

  /**
   * Reads an element.
   *
   * @throws ChannelException when the server has sent none
   */
  static Xml read(String text) throws ChannelException {
    try {
      StanzaParser parser = new StanzaParser(new StringReader(text));
      XmlPullParser.TagEvent _ = parser.nextTag();
      return new Xml(
          StandardExtensionElementProvider.INSTANCE.parse(
              parser, parser.getDepth(), XmlEnvironment.EMPTY));
    } catch (XmlPullParserException | IOException e) {
      throw ChannelException.noAnswer("the server's answer cannot be read");
    }
  }

  static StandardExtensionElement.Builder of(String name, String namespace) {
    return StandardExtensionElement.builder(name, namespace);
  }

  Optional<Xml> child(String name, String namespace) {
    return Optional.ofNullable(element.getFirstElement(name, namespace)).map(Xml::new);
  }

  List<Xml> children(String name, String namespace) {
    return Optional.ofNullable(element.getElements(name, namespace)).orElseGet(List::of).stream()
        .map(Xml::new)
        .toList();
  }

  boolean has(String name, String namespace) {
    return child(name, namespace).isPresent();
  }

  Optional<String> attribute(String name) {
    return element.getAttributes() == null
        ? Optional.empty()
        : Optional.ofNullable(element.getAttributeValue(name));
  }

  String text() {
    return Optional.ofNullable(element.getText()).orElse("");
  }
}
