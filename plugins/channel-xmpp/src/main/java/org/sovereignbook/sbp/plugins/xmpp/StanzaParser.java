package org.sovereignbook.sbp.plugins.xmpp;

import java.io.Reader;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jivesoftware.smack.xml.XmlPullParser;
import org.jivesoftware.smack.xml.XmlPullParserException;
import org.jspecify.annotations.Nullable;

/**
 * Parser of a stream of stanzas. Anybody can send a stanza to the account, and its archive keeps
 * it, so that no stanza may end the stream or a thread: elements below {@link #MAX_DEPTH} are left
 * out, and the limits of the JDK's parser do not apply. Document types, entities and processing
 * instructions end the stream (RFC 6120, section 11.1); servers let none through.
 */
final class StanzaParser implements XmlPullParser {
  static final int MAX_DEPTH = 16;
  private static final int MAX_ATTRIBUTES = 64;

  private final XMLStreamReader reader;
  private int depth;
  private boolean isAtEnd;

  StanzaParser(Reader text) throws XmlPullParserException {
    try {
      reader = factory().createXMLStreamReader(text);
    } catch (XMLStreamException e) {
      throw new XmlPullParserException(e);
    }
  }

  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty("jdk.xml.maxElementDepth", "0");
    factory.setProperty("jdk.xml.elementAttributeLimit", "0");
    factory.setProperty("jdk.xml.maxXMLNameLimit", "0");
    return factory;
  }

  /** Passes over the element that has just begun. */
  private void skip() throws XMLStreamException {
    int open = 1;
    while (open > 0) {
      int event = reader.next();
      open +=
          event == XMLStreamConstants.START_ELEMENT
              ? 1
              : event == XMLStreamConstants.END_ELEMENT ? -1 : 0;
    }
  }

  @Override
  public Event next() throws XmlPullParserException {
    depth -= isAtEnd ? 1 : 0;
    isAtEnd = false;
    try {
      while (true) {
        Event event = event(reader.next());
        if (event == Event.START_ELEMENT && depth >= MAX_DEPTH) {
          skip();
          continue;
        }
        depth += event == Event.START_ELEMENT ? 1 : 0;
        isAtEnd = event == Event.END_ELEMENT;
        return event;
      }
    } catch (XMLStreamException e) {
      throw new XmlPullParserException(e);
    }
  }

  private static Event event(int event) throws XmlPullParserException {
    return switch (event) {
      case XMLStreamConstants.START_DOCUMENT -> Event.START_DOCUMENT;
      case XMLStreamConstants.END_DOCUMENT -> Event.END_DOCUMENT;
      case XMLStreamConstants.START_ELEMENT -> Event.START_ELEMENT;
      case XMLStreamConstants.END_ELEMENT -> Event.END_ELEMENT;
      case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> Event.TEXT_CHARACTERS;
      case XMLStreamConstants.SPACE -> Event.IGNORABLE_WHITESPACE;
      case XMLStreamConstants.COMMENT -> Event.COMMENT;
      default -> throw new XmlPullParserException("XMPP has elements and text only");
    };
  }

  /** Returns the text of the current element, without elements inside it. */
  @Override
  public String nextText() throws XmlPullParserException {
    StringBuilder text = new StringBuilder();
    try {
      while (true) {
        switch (event(reader.next())) {
          case START_ELEMENT -> skip();
          case END_ELEMENT -> {
            isAtEnd = true;
            return text.toString();
          }
          case END_DOCUMENT -> throw new XmlPullParserException("the stream has ended");
          case COMMENT -> {}
          default -> text.append(reader.getText());
        }
      }
    } catch (XMLStreamException e) {
      throw new XmlPullParserException(e);
    }
  }

  @Override
  public TagEvent nextTag() throws XmlPullParserException {
    while (true) {
      switch (next()) {
        case START_ELEMENT -> {
          return TagEvent.START_ELEMENT;
        }
        case END_ELEMENT -> {
          return TagEvent.END_ELEMENT;
        }
        case END_DOCUMENT -> throw new XmlPullParserException("the stream has ended");
        default -> {}
      }
    }
  }

  @Override
  public Event getEventType() throws XmlPullParserException {
    return event(reader.getEventType());
  }

  @Override
  public int getDepth() {
    return depth;
  }

  @Override
  public int getAttributeCount() {
    return Math.min(reader.getAttributeCount(), MAX_ATTRIBUTES);
  }

  @Override
  public @Nullable Object getProperty(String name) {
    return reader.getProperty(name);
  }

  @Override
  public @Nullable String getInputEncoding() {
    return reader.getEncoding();
  }

  @Override
  public int getNamespaceCount() {
    return reader.getNamespaceCount();
  }

  @Override
  public @Nullable String getNamespacePrefix(int at) {
    return reader.getNamespacePrefix(at);
  }

  @Override
  public @Nullable String getNamespaceUri(int at) {
    return reader.getNamespaceURI(at);
  }

  @Override
  public @Nullable String getNamespace(@Nullable String prefix) {
    return reader.getNamespaceContext().getNamespaceURI(prefix == null ? "" : prefix);
  }

  @Override
  public @Nullable String getNamespace() {
    return getNamespace(getPrefix());
  }

  @Override
  public String getPositionDescription() {
    return reader.getLocation().toString();
  }

  @Override
  public int getLineNumber() {
    return reader.getLocation().getLineNumber();
  }

  @Override
  public int getColumnNumber() {
    return reader.getLocation().getColumnNumber();
  }

  @Override
  public boolean isWhiteSpace() {
    return reader.isWhiteSpace();
  }

  @Override
  public String getText() {
    return reader.getText();
  }

  @Override
  public String getName() {
    return reader.getLocalName();
  }

  @Override
  public QName getQName() {
    return reader.getName();
  }

  @Override
  public @Nullable String getPrefix() {
    return reader.getPrefix();
  }

  @Override
  public @Nullable String getAttributeNamespace(int at) {
    return reader.getAttributeNamespace(at);
  }

  @Override
  public String getAttributeName(int at) {
    return reader.getAttributeLocalName(at);
  }

  @Override
  public QName getAttributeQName(int at) {
    return reader.getAttributeName(at);
  }

  @Override
  public @Nullable String getAttributePrefix(int at) {
    return reader.getAttributePrefix(at);
  }

  @Override
  public @Nullable String getAttributeType(int at) {
    return reader.getAttributeType(at);
  }

  @Override
  public @Nullable String getAttributeValue(int at) {
    return reader.getAttributeValue(at);
  }

  @Override
  public @Nullable String getAttributeValue(@Nullable String namespace, String name) {
    return reader.getAttributeValue(namespace, name);
  }

  @Override
  public boolean supportsRoundtrip() {
    return false;
  }
}
