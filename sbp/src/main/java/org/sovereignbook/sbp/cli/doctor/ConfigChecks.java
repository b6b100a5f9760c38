package org.sovereignbook.sbp.cli.doctor;

import java.util.function.Consumer;
import org.sovereignbook.sbp.http.HttpConfig;
import org.sovereignbook.sbp.llm.Backends;
import org.sovereignbook.sbp.llm.LlmConfig;
import org.sovereignbook.sbp.network.NetworkConfig;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.reader.ReaderConfig;
import org.sovereignbook.sbp.scheduler.SchedulerConfig;
import org.sovereignbook.sbp.server.ServerConfig;
