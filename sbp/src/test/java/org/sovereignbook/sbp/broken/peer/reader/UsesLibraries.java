package org.sovereignbook.sbp.broken.peer.reader;

import com.cronutils.model.Cron;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.commonmark.node.Node;
import org.jline.terminal.Size;
import org.pf4j.ExtensionPoint;
import org.pf4j.PluginManager;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.sovereignbook.sbp.broken.peer.delivery.Remembers;
import org.sqlite.SQLiteConfig;
import picocli.CommandLine;
import tools.jackson.core.json.JsonFactory;

/** A use of every library outside its package. */
public record UsesLibraries(
    Remembers neighbour,
    JsonFactory jackson,
    Tag yaml,
    Cron cron,
    Node markdown,
    BouncyCastleProvider bouncyCastle,
    CommandLine picocli,
    Size jline,
    SQLiteConfig sqlite,
    ExtensionPoint marker,
    PluginManager pf4j) {}
