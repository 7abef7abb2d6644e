package io.gobridge.mqtt.store;

import java.sql.SQLException;
import java.util.regex.Pattern;

import javax.sql.DataSource;

import io.gobridge.mqtt.store.StoreException.Kind;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanWrapper;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.core.NestedRuntimeException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.BadSqlGrammarException;

/**
 * Says what a failure of the database means. A database puts the values that it refuses
 * into its messages, so such messages are left out.
 */
final class JdbcFailures {

	private static final Pattern USER_INFO = Pattern.compile("//[^/@]*@");

	private final DataSource dataSource;

	private volatile @Nullable String url;

	JdbcFailures(DataSource dataSource) {
		this.dataSource = dataSource;
	}

	void connected(@Nullable String url) {
		this.url = url;
	}

	StoreException of(NestedRuntimeException ex) {
		SQLException sql = sqlException(ex);
		String state = (sql != null) ? " (SQLState " + sql.getSQLState() + ", " + sql.getErrorCode() + ")" : "";
		if (ex instanceof BadSqlGrammarException) {
			return failure("refused a statement" + state,
					"If the tables are missing, create them with gobridge.mqtt.jdbc.initialize-schema=always or the script "
							+ "for this database in io/gobridge/mqtt/store/jdbc.",
					ex);
		}
		if (ex instanceof DataIntegrityViolationException) {
			return failure("refused the data" + state,
					"Compare the tables with the script for this database in io/gobridge/mqtt/store/jdbc.", null);
		}
		return failure("failed: " + ex.getClass().getSimpleName() + state,
				"Check that the database can be reached; nothing else needs to be done.", ex);
	}

	StoreException rejected(RuntimeException ex) {
		return new StoreException(Kind.CLOSED, location(), "takes no operation any more",
				"It is open as long as the application context.", ex);
	}

	private StoreException failure(String problem, String remedy, @Nullable Throwable cause) {
		return new StoreException(Kind.UNAVAILABLE, location(), problem, remedy, cause);
	}

	private static @Nullable SQLException sqlException(Throwable ex) {
		Throwable cause = ex;
		while (cause != null) {
			if (cause instanceof SQLException sql) {
				return sql;
			}
			cause = cause.getCause();
		}
		return null;
	}

	/**
	 * The URL without what may be a secret.
	 */
	private String location() {
		String known = this.url;
		if (known == null) {
			known = configuredUrl();
		}
		if (known == null) {
			return "of the " + this.dataSource.getClass().getSimpleName();
		}
		int parameters = indexOfAny(known, "?;");
		return USER_INFO.matcher((parameters < 0) ? known : known.substring(0, parameters)).replaceFirst("//");
	}

	private @Nullable String configuredUrl() {
		BeanWrapper bean = PropertyAccessorFactory.forBeanPropertyAccess(this.dataSource);
		for (String property : new String[] { "jdbcUrl", "url" }) {
			try {
				if (bean.isReadableProperty(property) && bean.getPropertyValue(property) instanceof String value) {
					return value;
				}
			}
			catch (RuntimeException ex) {
				// One that does not know it yet.
			}
		}
		return null;
	}

	private static int indexOfAny(String text, String characters) {
		for (int i = 0; i < text.length(); i++) {
			if (characters.indexOf(text.charAt(i)) >= 0) {
				return i;
			}
		}
		return -1;
	}

}
