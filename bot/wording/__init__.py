"""Every sentence the referee says: event, refusal or question → text. No other room has words."""
